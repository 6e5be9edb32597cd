<?php
// The same as exercise.mjs, in PHP, with the Guzzle of Debian.
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/generated/openapi-generator-php/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'OpenAPI\\Client\\') && is_file($file)) require $file;
});

[, $url, $key, $others] = $argv;
$attempts = (int) ($argv[5] ?? 1);
$seen = [];

function open_client(string $url, string $key): OpenAPI\Client\Api\DefaultApi
{
    $config = (new OpenAPI\Client\Configuration())->setHost($url)->setAccessToken($key);
    return new OpenAPI\Client\Api\DefaultApi(new GuzzleHttp\Client(), $config);
}

$step = function (string $name, callable $run, ?callable $look = null) use (&$seen, $attempts): void {
    $lost = false;
    for ($left = $attempts; $left > 0; $left--) {
        try {
            $seen[$name] = $run();
            return;
        } catch (Throwable $error) {
            $status = $error instanceof OpenAPI\Client\ApiException && $error->getCode() >= 400 ? $error->getCode() : null;
            $unclear = $lost && in_array($status, [404, 409], true);
            $seen[$name] = $unclear ? 'unclear' : 'throws ' . ($status ?? (new ReflectionClass($error))->getShortName());
            if ($left === 1 || ($status !== null && $status < 500 && $status !== 429)) return;
            $lost = $lost || $status === null;
            usleep(1_100_000);
            if ($look !== null) $look();
        }
    }
};

$api = open_client($url, $key);
$others = json_decode($others);
$first = 1;
$look = function () use ($api): void {
    try {
        $api->listOrders();
    } catch (Throwable) {
        // The repeated cancel shows it.
    }
};
$step('list', function () use ($api, $others, &$first): string {
    $texts = [];
    foreach ($api->listOrders() as $order) {
        if (!in_array($order->getId(), $others, true)) $first = $order->getId() ?? $first;
        $texts[] = $order->getId() . '×' . ($order->getQuantity() ?? 'null');
    }
    return implode(' ', $texts);
});
$step('cancel', function () use ($api, &$first): string { return (string) $api->cancelOrderWithHttpInfo($first)[1]; }, $look);
foreach ($others as $id) $step("cancel $id", fn (): string => (string) $api->cancelOrderWithHttpInfo($id)[1], $look);
$step('list again', function () use ($api): string {
    $api->listOrders();
    return 'read';
});
$step('wrong key', fn (): string => count(open_client($url, 'wrong')->listOrders()) . ' orders');
echo json_encode($seen, JSON_UNESCAPED_UNICODE), "\n";
