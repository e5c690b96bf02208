<?php

/**
 * The tag of a show's feed, for a feed generator in PHP 8.1 or newer. Copy this file.
 *
 *     $show->performance = renew_performance_tag('https://HOST', $show->performance, time());
 *     // Save the show. Then, within <channel>:
 *     echo $show->performance['tag'];
 *
 * @license MIT
 */

declare(strict_types=1);

const PERFORMANCE_TOKEN_LIFE = '30d';
const PERFORMANCE_TIMEOUT_SECONDS = 2.0;
/** While the service is down, so that feeds are not held up by it. */
const PERFORMANCE_RETRY_SECONDS = 300;

/**
 * Returns a show's tag, to be kept with the show and passed in again. A new token is requested at half of the old one's
 * life. If the service does not answer, the old tag stays until its token expires; from then on, the tag is empty.
 *
 * @param ?array{tag: string, renewAt: int, expiresAt: int} $kept null for a show that has none yet
 * @param int $now seconds since 1970
 * @return array{tag: string, renewAt: int, expiresAt: int}
 */
function renew_performance_tag(string $host, ?array $kept, int $now): array
{
    if ($kept !== null && $now < $kept['renewAt']) {
        return $kept;
    }
    $claims = request_performance_claims($host);
    if ($claims === null) {
        $isLive = $kept !== null && $now < $kept['expiresAt'];
        $expiresAt = $isLive ? $kept['expiresAt'] : 0;
        return [
            'tag' => $isLive ? $kept['tag'] : '',
            'renewAt' => $now + PERFORMANCE_RETRY_SECONDS,
            'expiresAt' => $expiresAt,
        ];
    }
    ['s' => $s, 'd' => $d, 'exp' => $exp] = $claims;
    return [
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
function request_performance_claims(string $host): ?array
{
    $context = stream_context_create(['http' => ['timeout' => PERFORMANCE_TIMEOUT_SECONDS, 'follow_location' => 0]]);
    $answer = @file_get_contents("$host/token?expiresIn=" . PERFORMANCE_TOKEN_LIFE, false, $context);
    $token = json_decode((string) $answer, true)['token'] ?? null;
    $payload = is_string($token) ? explode('.', $token)[1] ?? '' : '';
    $claims = json_decode((string) base64_decode(strtr($payload, '-_', '+/')), true);
    $isComplete = is_string($claims['s'] ?? null) && is_string($claims['d'] ?? null) && is_int($claims['exp'] ?? null);
    return $isComplete ? $claims : null;
}
