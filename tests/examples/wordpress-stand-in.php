<?php

/** The functions of WordPress that docs/examples/wordpress.php uses. */

declare(strict_types=1);

$actions = [];
$options = [];

function add_action(string $name, callable $action, int $priority = 10, int $arguments = 1): void
{
    $GLOBALS['actions'][$name] = $action;
}

function get_option(string $name, mixed $default): mixed
{
    return $GLOBALS['options'][$name] ?? $default;
}

function update_option(string $name, mixed $value): void
{
    $GLOBALS['options'][$name] = $value;
}

function get_post_meta(int $id, string $name, bool $single): string
{
    return $single ? (string) getenv('EPISODE_' . strtoupper($name)) : '';
}

function get_the_guid(object $post): string
{
    return str_replace('&', '&#038;', (string) getenv('EPISODE_GUID'));
}
