export const SECRET_KEY = "a secret key for tests, long enough for HS256";
export const PUBLIC_KEY = "development-public-key";
