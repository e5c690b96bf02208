<?php

/**
 * Plugin Name: Podcast performance
 * Description: Puts the performance tag into the podcast's feed, and registers episodes when they are published.
 *
 * Copy this file and tag.php to wp-content/plugins/podcast-performance/, and set the constants. Put the service's public
 * key, which is in effect a password, into wp-config.php:
 *
 *     define('PERFORMANCE_PUBLIC_KEY', '…');
 *
 * Episodes need a podcast plugin that keeps the duration with the post, as `duration` or as PowerPress does.
 *
 * @license MIT
 */

declare(strict_types=1);

require_once __DIR__ . '/tag.php';

const PERFORMANCE_HOST = 'https://performance.example.com';
/** The podcast's feed: its atom:link to itself. */
const PERFORMANCE_FEED = 'https://example.com/feed/podcast/';

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
    $enclosure = (string) get_post_meta($id, 'enclosure', true);
    $duration = trim((string) get_post_meta($id, 'duration', true));
    // PowerPress keeps it in the fourth line of the enclosure.
    if ($duration === '' && preg_match('/"duration";s:\d+:"([^"]*)"/', $enclosure, $found)) {
        $duration = trim($found[1]);
    }
    $isEpisode = $duration !== '' || $enclosure !== '' || ($post->post_type ?? '') === 'podcast';
    if ($post->post_status !== 'publish' || !$isEpisode) {
        return;
    }
    // The guid of a post is escaped for XML, as the feed prints it.
    $guid = html_entity_decode(get_the_guid($post), ENT_XML1 | ENT_QUOTES);
    try {
        $episode = ['guid' => $guid, 'duration' => performance_seconds($duration), 'feed' => PERFORMANCE_FEED];
        $refused = register_performance_episodes(PERFORMANCE_HOST, PERFORMANCE_PUBLIC_KEY, [$episode]);
        if ($refused !== []) {
            throw new RuntimeException(reset($refused));
        }
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
