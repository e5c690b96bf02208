import type { Serverless } from "./framework/serverless.ts";

/**
 * Lets EXPIRES_IN and MAX_EXPIRES_IN of the environment take precedence over the stage's `expiresIn` and
 * `maxExpiresIn`, for one command. Says so when packaging: the next deployment from elsewhere would change them back.
 */
class LifetimesPlugin {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor({ service }: Serverless) {
    const { lifetimes } = service.custom;
    const names = Object.keys(lifetimes).filter((name) => process.env[name]);
    this.hooks = {
      initialize: async () => {
        for (const { environment } of Object.values(service.functions)) {
          for (const name of names) if (environment?.[name] !== undefined) environment[name] = process.env[name];
        }
      },
      "before:package:initialize": async () => {
        for (const name of names.filter((name) => process.env[name] !== lifetimes[name])) {
          console.warn(
            `${name}=${process.env[name]} comes from the environment, for this command only. The stage's own is ${lifetimes[name]} (params in serverless.yml).`,
          );
        }
      },
    };
  }
}

export { LifetimesPlugin as "module.exports" };
