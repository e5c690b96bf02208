<?php

/**
 * The tag of a show's feed, and the registration of its episodes, for a feed generator in PHP 8.1 or newer with
 * allow_url_fopen. Copy this file.
 *
 *     $show->performance = renew_performance_tag('https://HOST', $show->performance ?? null, time());
 *     // Save the show. Then, within <channel>:
 *     echo $show->performance['tag'];
 *
 * A tag is renewed only where this is called: if you write feeds to disk, write each of them at least once a week.
 * What goes wrong is in PHP's error log.
 *
 * @license MIT
 */

declare(strict_types=1);

const PERFORMANCE_TOKEN_LIFE = '30d';
/** Of a connection, and of each read. */
const PERFORMANCE_TIMEOUT_SECONDS = 2.0;
/** No request is sent for so long after a failure, neither for this show nor, in this process, for any other one. */
const PERFORMANCE_RETRY_SECONDS = 300;

/**
 * Returns a show's tag, to be kept with the show and passed in again. A new token is requested at half of the old one's
 * life, or if the host is another one. If the service does not answer, the old tag stays until its token expires; from
 * then on, the tag is empty.
 *
 * @param ?array{host: string, tag: string, renewAt: int, expiresAt: int} $kept null for a show that has none yet
 * @param int $now seconds since 1970
 * @return array{host: string, tag: string, renewAt: int, expiresAt: int}
 */
function renew_performance_tag(string $host, ?array $kept, int $now): array
{
    $host = rtrim($host, '/');
    if ($kept === null || $kept['host'] !== $host) {
        $kept = ['host' => $host, 'tag' => '', 'renewAt' => 0, 'expiresAt' => 0];
    }
    if ($now < $kept['renewAt']) {
        return $kept;
    }
    $claims = request_performance_claims($host, $now);
    if ($claims === null) {
        $live = $now < $kept['expiresAt'] ? $kept : ['tag' => '', 'expiresAt' => 0];
        return ['renewAt' => $now + PERFORMANCE_RETRY_SECONDS] + $live + $kept;
    }
    ['s' => $s, 'd' => $d, 'exp' => $exp] = $claims;
    return [
        'host' => $host,
        'tag' => sprintf(
            '<podcast:performance xmlns:podcast="https://podcastindex.org/namespace/1.0" url="%s" tokenExpires="%d" duration="%s"/>',
            htmlspecialchars("$host/episodeperformance/$s", ENT_XML1 | ENT_QUOTES),
            $exp,
            htmlspecialchars($d, ENT_XML1 | ENT_QUOTES)
        ),
        'renewAt' => $now + intdiv($exp - $now, 2),
        'expiresAt' => $exp,
    ];
}

/**
 * Requests a token, and returns its claims; null if the service does not answer with one. The signature is not verified,
 * because the token comes straight from the service.
 *
 * @return ?array{s: string, d: string, exp: int}
 */
function request_performance_claims(string $host, int $now): ?array
{
    static $retryAt = [];
    if ($now < ($retryAt[$host] ?? 0)) {
        return null;
    }
    $context = stream_context_create(['http' => ['timeout' => PERFORMANCE_TIMEOUT_SECONDS, 'follow_location' => 0]]);
    error_clear_last();
    $answer = @file_get_contents("$host/token?expiresIn=" . PERFORMANCE_TOKEN_LIFE, false, $context);
    $token = json_decode((string) $answer, true)['token'] ?? null;
    $payload = is_string($token) ? explode('.', $token)[1] ?? '' : '';
    $claims = json_decode((string) base64_decode(strtr($payload, '-_', '+/')), true);
    if (is_string($claims['s'] ?? null) && is_string($claims['d'] ?? null) && is_int($claims['exp'] ?? null)) {
        return $claims;
    }
    $retryAt[$host] = $now + PERFORMANCE_RETRY_SECONDS;
    error_log("No performance token from $host: " . (error_get_last()['message'] ?? 'the answer has none.'));
    return null;
}

/**
 * Registers episodes before their feed is published, or corrects their durations. Can be repeated at any time.
 *
 * @param string $publicKey the service's public key, which is in effect a password
 * @param list<array{guid: string, duration: int|float, feed?: string}> $episodes at most 100; `duration` in seconds, and
 *     `feed` the feed's atom:link to itself
 * @return array<string, string> what is wrong with the episodes that were refused, by GUID
 * @throws RuntimeException if the service does not answer, or refuses the key or all episodes
 */
function register_performance_episodes(string $host, string $publicKey, array $episodes): array
{
    $host = rtrim($host, '/');
    // A header can't carry the line breaks of a PEM file.
    $key = preg_replace('/\s+/', ' ', $publicKey);
    $token = ask_performance_service("$host/token", 'token', ["X-PUB-KEY: $key"]);
    $headers = ["Authorization: Bearer $token", 'Content-Type: application/json'];
    $answers = ask_performance_service("$host/episodes", 'episodes', $headers, json_encode($episodes, JSON_THROW_ON_ERROR));
    return array_column(array_filter($answers, fn (array $one): bool => $one['status'] === 'refused'), 'error', 'guid');
}

/**
 * Returns a member of the service's answer.
 *
 * @param list<string> $headers
 * @throws RuntimeException if the answer has none
 */
function ask_performance_service(string $url, string $member, array $headers, ?string $body = null): mixed
{
    $http = [
        'method' => $body === null ? 'GET' : 'POST',
        'header' => $headers,
        'content' => $body,
        'timeout' => PERFORMANCE_TIMEOUT_SECONDS,
        // A redirect would take the key to another server.
        'follow_location' => 0,
        'ignore_errors' => true,
    ];
    error_clear_last();
    $answer = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    $json = json_decode((string) $answer, true);
    $reason = $json['error'] ?? $json['message'] ?? error_get_last()['message'] ?? 'the answer is not from the service.';
    return $json[$member] ?? throw new RuntimeException("$url: $reason");
}
