<?php

/**
 * Plugin Name: Podcast performance
 * Description: Puts the performance tag into the podcast's feed, and registers episodes when they are published.
 *
 * Copy this file and tag.php to wp-content/plugins/podcast-performance/, and set the constants. The simplest way to
 * register episodes is then to leave out the second part, and to run this every hour where you have this service. What
 * web players send of an episode before it is registered is lost:
 *
 *     npm run charts -- register --stage prod --region us-east-1 https://example.com/feed/podcast/
 *
 * The second part registers each episode when it is published. It needs the AWS SDK for PHP (composer require
 * aws/aws-sdk-php), credentials that may put items into the table, and a podcast plugin that keeps the duration with the
 * post as `duration`.
 *
 * @license MIT
 */

declare(strict_types=1);

require_once __DIR__ . '/tag.php';

const PERFORMANCE_HOST = 'https://performance.example.com';
const PERFORMANCE_TABLE = 'performance-data-prod-charts';
const PERFORMANCE_REGION = 'us-east-1';

// In <channel> of every feed. A site with several shows keeps an option for each.
add_action('rss2_head', function (): void {
    $kept = get_option('performance_tag', null);
    $tag = renew_performance_tag(PERFORMANCE_HOST, is_array($kept) ? $kept : null, time());
    if ($tag !== $kept) {
        update_option('performance_tag', $tag);
    }
    echo $tag['tag'], "\n";
});

// The service takes listens of registered episodes only. This hook comes after the post's meta data is saved.
add_action('wp_after_insert_post', function (int $id, object $post): void {
    $duration = $post->post_status === 'publish' ? trim((string) get_post_meta($id, 'duration', true)) : '';
    if ($duration === '') {
        return;
    }
    // The guid of a post is escaped for XML, as the feed prints it.
    $guid = html_entity_decode(get_the_guid($post), ENT_XML1 | ENT_QUOTES);
    try {
        $client = new Aws\DynamoDb\DynamoDbClient(['region' => PERFORMANCE_REGION, 'version' => '2012-08-10']);
        register_performance_episode($client, PERFORMANCE_TABLE, $guid, performance_seconds($duration));
    } catch (Throwable $error) {
        // The post is published all the same.
        error_log("Episode $guid is not registered: " . $error->getMessage());
    }
}, 10, 2);

/**
 * Reads a duration such as 2710, 45:10 or 0:45:10, as podcast plugins keep it with the post.
 *
 * @throws InvalidArgumentException if it is none
 */
function performance_seconds(string $duration): int
{
    $isDuration = preg_match('/^(?:(?:(\d+):)?(\d+):)?(\d+)(?:\.\d+)?$/', $duration, $parts);
    $seconds = $isDuration ? (int) $parts[1] * 3600 + (int) $parts[2] * 60 + (int) $parts[3] : 0;
    return $seconds > 0 ? $seconds : throw new InvalidArgumentException("\"$duration\" is no duration.");
}

/**
 * Registers an episode, unless it is registered or has a chart already.
 *
 * @throws Aws\Exception\AwsException
 */
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
            throw $error;
        }
    }
}
