import { createTokensProgram } from "./programs/tokens.ts";
import { runProcess } from "./shell/command.ts";

await runProcess(createTokensProgram());
