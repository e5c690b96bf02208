/** What stands in lib/warm-up.ts where a service leaves everything to its first request. */
export function warmUpDynamoDB(): void {}
export function warmUpVerification(): void {}
