import { runProcess } from "./shell/command.ts";
import { createTokensProgram } from "./tokens-program.ts";

await runProcess(createTokensProgram());
