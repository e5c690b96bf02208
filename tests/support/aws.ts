import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { SERVERLESS } from "./checkout.ts";
import { run } from "./cli.ts";
import { type KEYS, unzipOnlyFile } from "./package.ts";
import { startServer } from "./server.ts";

/** A request that a command sent to AWS. */
export interface Sent {
  /** The CloudFormation or STS action, or a request to S3 or Lambda: "DescribeStacks", "PUT token.zip", "GET configuration". */
  readonly what: string;
  /** For an upload of a zip archive, the file in it. */
  readonly body: string;
}

/** The result of a command of the Serverless Framework. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly sent: readonly Sent[];
}

/** An account at AWS. Its stack, if there is one, keeps its parameters from one command to the next. */
export interface Account {
  /** The values of the stack's parameters by name, or undefined if there is no stack. */
  parameters: Record<string, string> | undefined;
  /** The names of the stack's outputs. */
  outputs?: readonly string[];
  /** The stack's template. */
  template?: object;
  /** The logical ids of the tables in the template of every earlier deployment. */
  readonly earlierTables?: readonly string[];
  /** Why CloudFormation refuses each request. Without it, it answers. */
  readonly refusal?: string;
  /** Why CloudFormation fails to update a table, and rolls the stack back. Without it, all goes well. */
  readonly failure?: string;
}

/** The time of the stack's previous deployment, in milliseconds since the epoch. */
export const TIMESTAMP = Date.UTC(2026, 0, 1);

const STACK =
  "<StackId>stack</StackId><StackName>performance-data-prod</StackName><StackStatus>UPDATE_COMPLETE</StackStatus>" +
  "<CreationTime>2026-01-01T00:00:00Z</CreationTime>";
const BUCKET =
  "<PhysicalResourceId>bucket</PhysicalResourceId><LogicalResourceId>ServerlessDeploymentBucket</LogicalResourceId>" +
  "<ResourceType>AWS::S3::Bucket</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus>" +
  "<LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>";

/** Makes what happened to a resource, or to the stack itself. */
function composeEvent(status: string, id = "stack", type = "CloudFormation::Stack", reason = ""): string {
  return (
    `<member><EventId>${id} ${status}</EventId><StackId>stack</StackId><StackName>stack</StackName>` +
    `<LogicalResourceId>${id}</LogicalResourceId><ResourceType>AWS::${type}</ResourceType>` +
    `<ResourceStatus>${status}</ResourceStatus><ResourceStatusReason>${reason}</ResourceStatusReason>` +
    "<Timestamp>2026-01-01T00:00:00Z</Timestamp></member>"
  );
}

/** What happened, the newest first. */
function composeEvents({ failure }: Account): string {
  const before = ["UPDATE_IN_PROGRESS", "CREATE_COMPLETE", "CREATE_IN_PROGRESS"];
  if (!failure) return ["UPDATE_COMPLETE", ...before].map((status) => composeEvent(status)).join("");
  const events = ["UPDATE_ROLLBACK_COMPLETE", "UPDATE_ROLLBACK_IN_PROGRESS", ...before].map((one) => composeEvent(one));
  return events.toSpliced(2, 0, composeEvent("UPDATE_FAILED", "ChartsTable", "DynamoDB::Table", failure)).join("");
}

const DAY_MS = 86_400_000;
/** The files of a dozen deployments, the last of them at TIMESTAMP. */
const OBJECTS = Array.from({ length: 12 }, (_, days) => {
  const time = TIMESTAMP - days * DAY_MS;
  const folder = `serverless/performance-data/prod/${time}-${new Date(time).toISOString()}`;
  return `<Contents><Key>${folder}/compiled-cloudformation-template.json</Key></Contents>`;
}).join("");

const RESULTS: Record<string, string> = {
  GetCallerIdentity: "<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/test</Arn>",
  DescribeStackResource: `<StackResourceDetail>${BUCKET}</StackResourceDetail>`,
  CreateChangeSet: "<Id>change-set</Id><StackId>stack</StackId>",
  DescribeChangeSet: "<StackId>stack</StackId><Status>CREATE_COMPLETE</Status>",
};

const composeError = (message: string, code = "ValidationError") =>
  `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

/** Runs a command of the Serverless Framework for prod in an account. */
export async function runAgainstAws(
  account: Account,
  args: readonly string[],
  keys: Partial<typeof KEYS>,
): Promise<Outcome> {
  const { url, sent, close } = await startAws(account);
  const { code, output } = await run(process.execPath, [SERVERLESS, ...args, "--stage", "prod"], {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    SLS_AWS_MONITORING_FREQUENCY: "1",
    ...keys,
  });
  close();
  return { code, output, sent };
}

/** Starts a fake of the parts of AWS that a deployment calls. */
export async function startAws(account: Account) {
  const sent: Sent[] = [];
  let changes: Record<string, string> | undefined;
  let outputs: readonly string[] | undefined;
  const { url, stop: close } = await startServer(async (request, response) => {
    const bytes = await buffer(request);
    const isZip = request.method === "PUT" && request.url?.includes(".zip");
    const body = (isZip ? await unzipOnlyFile(bytes) : bytes).toString();
    const fields = new URLSearchParams(body);
    const action = fields.get("Action");
    sent.push({ what: action ?? describeRequest(request), body });
    if (action === "CreateChangeSet") changes = computeParameters(fields, account);
    if (sent.at(-1)?.what.startsWith("PUT compiled-")) outputs = Object.keys(JSON.parse(body).Outputs);
    if (action === "ExecuteChangeSet" && !account.failure) Object.assign(account, { parameters: changes, outputs });
    if (!action) response.end(answer(request, body, account));
    else if (account.refusal) response.writeHead(403).end(composeError(account.refusal, "AccessDenied"));
    else if (action === "DescribeStacks" && !account.parameters)
      response.writeHead(400).end(composeError("Stack with id stack does not exist"));
    else if (action === "CreateChangeSet" && !changes)
      response.writeHead(400).end(composeError("The stack has no such parameter"));
    else {
      const result = describeResult(action, account);
      response.end(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
    }
  });
  return { url, sent, close };
}

/** Computes a stack's parameters after a change set, or undefined if it refers to a previous value that does not exist. */
function computeParameters(fields: URLSearchParams, { parameters = {} }: Account): Record<string, string> | undefined {
  const names = [...fields].filter(([field]) => /^Parameters\.member\.\d+\.ParameterKey$/.test(field));
  const values = names.map(([field, name]) => {
    const valueField = field.replace("ParameterKey", "ParameterValue");
    const isKept = fields.get(field.replace("ParameterKey", "UsePreviousValue")) === "true";
    return [name, isKept ? parameters[name] : fields.get(valueField)];
  });
  return values.every(([, value]) => typeof value === "string") ? Object.fromEntries(values) : undefined;
}

function describeRequest({ method, url = "" }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, "http://aws");
  return `${method} ${searchParams.has("list-type") ? "list" : pathname.replace(/.*\//, "")}`;
}

function describeResult(action: string, account: Account): string {
  const { parameters = {}, outputs = [], earlierTables = [], template = {} } = account;
  if (action === "GetTemplate") return `<TemplateBody><![CDATA[${JSON.stringify(template)}]]></TemplateBody>`;
  if (action === "DescribeStackEvents") return `<StackEvents>${composeEvents(account)}</StackEvents>`;
  if (action === "GetTemplateSummary") {
    const ids = earlierTables.map((id) => `<member>${id}</member>`).join("");
    return `<ResourceIdentifierSummaries><member><LogicalResourceIds>${ids}</LogicalResourceIds></member></ResourceIdentifierSummaries>`;
  }
  if (action !== "DescribeStacks") return RESULTS[action] ?? "";
  const [given, put] = [
    Object.keys(parameters).map(
      (name) => `<member><ParameterKey>${name}</ParameterKey><ParameterValue>****</ParameterValue></member>`,
    ),
    outputs.map((name) => `<member><OutputKey>${name}</OutputKey><OutputValue>value</OutputValue></member>`),
  ];
  return `<Stacks><member>${STACK}<Parameters>${given.join("")}</Parameters><Outputs>${put.join("")}</Outputs></member></Stacks>`;
}

/** Answers a request to Parameter Store, Lambda or S3. */
function answer(request: IncomingMessage, body: string, { parameters = {} }: Account): string {
  if (request.headers["x-amz-target"] === "AmazonSSM.GetParameter") {
    const { Name, WithDecryption } = JSON.parse(body);
    const Value = `the value of ${Name}, decrypted: ${WithDecryption}`;
    return JSON.stringify({ Parameter: { Type: "SecureString", Value } });
  }
  const what = describeRequest(request);
  if (what === "GET configuration") {
    const Variables = { PERFORMANCE_SECRET_KEY: parameters.SecretKey, PERFORMANCE_PUBLIC_KEY: parameters.PublicKey };
    return JSON.stringify({ Environment: { Variables } });
  }
  if (what === "GET list") return `<ListBucketResult>${OBJECTS}</ListBucketResult>`;
  return what.startsWith("GET") ? "{}" : "";
}
