import { findInvalidValue, findMissingValue, findReplacedKey } from "./deployable.ts";
import { fail, type Serverless } from "./serverless.ts";

/**
 * Refuses to package or deploy a service that could not do its work or whose tokens could be forged.
 * Without any keys, `serverless package` still packages the dev stage, so that one can look at the
 * result; `serverless deploy --package` then refuses to deploy that.
 */
class DeploymentPlugin {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor({ processedInput, service }: Serverless) {
    const isTrial = () => processedInput.commands[0] === "package" && service.provider.stage === "dev";
    const check = async () => requireDeployable(service.provider.environment, isTrial());
    this.hooks = {
      "before:package:initialize": check,
      "before:deploy:function:initialize": check,
      // By now the framework has read the environment that `deploy --package` is going to deploy.
      "before:deploy:deploy": check,
    };
  }
}

export { DeploymentPlugin as "module.exports" };

function requireDeployable(environment: Record<string, string>, isTrial: boolean): void {
  const problem = findInvalidValue(environment);
  const missing = findMissingValue(environment);
  const replaced = findReplacedKey(process.env);
  if (replaced) fail(`Refused: ${replaced} has "\${" in it, which the framework would replace: choose another one`);
  if (problem) fail(`Refused: ${problem}`);
  if (missing && !isTrial) fail(`Refused: ${missing} is not set`);
  if (missing) console.warn(`${missing} is not set: fine to look at, but not to deploy`);
}
