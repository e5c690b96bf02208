<?php

/**
 * Plugin Name: Podcast performance
 * Description: Puts the performance tag into the podcast's feed, and registers episodes when they are published.
 *
 * Copy this file and tag.php to wp-content/plugins/podcast-performance/, with the AWS SDK for PHP
 * (composer require aws/aws-sdk-php), and set the three constants. If PHP has no rights on AWS, leave out the part about
 * registering, and run this after each episode, or every hour:
 *
 *     npm run charts -- register --stage prod --region us-east-1 https://example.com/feed/podcast/
 *
 * @license MIT
 */

declare(strict_types=1);

require_once __DIR__ . '/tag.php';

const PERFORMANCE_HOST = 'https://performance.example.com';
const PERFORMANCE_TABLE = 'performance-data-prod-charts';
const PERFORMANCE_REGION = 'us-east-1';

// In <channel> of every feed. A site with several shows keeps one tag for each.
add_action('rss2_head', function (): void {
    $kept = get_option('performance_tag', null);
    $tag = renew_performance_tag(PERFORMANCE_HOST, is_array($kept) ? $kept : null, time());
    if ($tag !== $kept) {
        update_option('performance_tag', $tag);
    }
    echo $tag['tag'], "\n";
});

// The service takes listens of registered episodes only. The GUID is that of the feed.
add_action('transition_post_status', function (string $new, string $old, object $post): void {
    $seconds = $new === 'publish' ? performance_seconds((string) get_post_meta($post->ID, 'duration', true)) : 0;
    if ($seconds > 0) {
        $client = new Aws\DynamoDb\DynamoDbClient(['region' => PERFORMANCE_REGION, 'version' => '2012-08-10']);
        register_performance_episode($client, PERFORMANCE_TABLE, get_the_guid($post), $seconds);
    }
}, 10, 3);

/** Reads a duration such as 2710, 45:10 or 0:45:10, as podcast plugins keep it with the post; 0 if it is none. */
function performance_seconds(string $duration): int
{
    if (!preg_match('/^(?:(?:(\d+):)?(\d+):)?(\d+)$/', trim($duration), $parts)) {
        return 0;
    }
    return (int) $parts[1] * 3600 + (int) $parts[2] * 60 + (int) $parts[3];
}

/** Registers an episode, unless it is registered or has a chart already. */
function register_performance_episode(object $client, string $table, string $guid, int $seconds): void
{
    try {
        $client->putItem([
            'TableName' => $table,
            'Item' => ['guid' => ['S' => $guid], 'duration' => ['N' => (string) $seconds]],
            'ConditionExpression' => 'attribute_not_exists(guid)',
        ]);
    } catch (Aws\DynamoDb\Exception\DynamoDbException $error) {
        if ($error->getAwsErrorCode() !== 'ConditionalCheckFailedException') {
            error_log("Episode $guid is not registered: " . $error->getAwsErrorCode());
        }
    }
}
