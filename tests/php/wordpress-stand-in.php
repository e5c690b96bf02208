<?php

/**
 * The functions of WordPress, and the classes of the AWS SDK for PHP, that docs/examples/wordpress.php uses. The client
 * sends real requests to the DynamoDB engine of the tests.
 */

declare(strict_types=1);

namespace Aws\DynamoDb\Exception {
    class DynamoDbException extends \RuntimeException
    {
        public function getAwsErrorCode(): string
        {
            return $this->getMessage();
        }
    }
}

namespace Aws\DynamoDb {
    class DynamoDbClient
    {
        public function __construct(array $settings)
        {
            if (getenv('AWS_ENDPOINT_URL_DYNAMODB') === 'none') {
                throw new \RuntimeException('No credentials.');
            }
            if ($settings['version'] !== '2012-08-10') {
                throw new \InvalidArgumentException('version');
            }
        }

        public function putItem(array $input): void
        {
            $scope = 'local/20260101/us-east-1/dynamodb/aws4_request';
            $headers = [
                'Content-Type: application/x-amz-json-1.0',
                'X-Amz-Target: DynamoDB_20120810.PutItem',
                'X-Amz-Date: 20260101T000000Z',
                "Authorization: AWS4-HMAC-SHA256 Credential=$scope, SignedHeaders=host, Signature=0",
            ];
            $http = ['method' => 'POST', 'header' => $headers, 'ignore_errors' => true, 'content' => json_encode($input)];
            $answer = file_get_contents(getenv('AWS_ENDPOINT_URL_DYNAMODB'), false, stream_context_create(['http' => $http]));
            $type = json_decode((string) $answer, true)['__type'] ?? null;
            if ($type !== null) {
                throw new Exception\DynamoDbException(substr($type, strpos($type, '#') + 1));
            }
        }
    }
}

namespace {
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
        return $name === 'duration' && $single ? (string) getenv('EPISODE_DURATION') : '';
    }

    function get_the_guid(object $post): string
    {
        return str_replace('&', '&#038;', (string) getenv('EPISODE_GUID'));
    }
}
