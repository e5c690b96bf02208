import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a deployment sent to AWS. */
interface Sent {
  /** The CloudFormation action, or the S3 method and object. */
  readonly what: string;
  readonly body: string;
}

/** A stand-in for the parts of AWS that a deployment talks to. */
interface Aws {
  readonly url: string;
  readonly sent: Sent[];
  close(): void;
}

const STACK =
  "<StackName>stack</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>";
const BUCKET =
  "<PhysicalResourceId>bucket</PhysicalResourceId><LogicalResourceId>ServerlessDeploymentBucket</LogicalResourceId>" +
  "<ResourceType>AWS::S3::Bucket</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus>" +
  "<LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>";

const RESULTS: Record<string, string> = {
  GetCallerIdentity: "<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/test</Arn>",
  DescribeStacks: `<Stacks><member>${STACK}</member></Stacks>`,
  DescribeStackResource: `<StackResourceDetail>${BUCKET}</StackResourceDetail>`,
};

const REFUSAL =
  "<ErrorResponse><Error><Code>ValidationError</Code><Message>as far as this goes</Message></Error></ErrorResponse>";

/** Starts a stand-in that plays along as far as the creation of the change set, and refuses that. */
export async function startAws(): Promise<Aws> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const action = new URLSearchParams(body).get("Action");
    sent.push({ what: action ?? `${request.method} ${request.url?.replace(/.*\/|\?.*/g, "")}`, body });
    if (request.headers["x-amz-target"] === "AmazonSSM.GetParameter") {
      const { Name, WithDecryption } = JSON.parse(body);
      const Value = `the value of ${Name}, decrypted: ${WithDecryption}`;
      response.end(JSON.stringify({ Parameter: { Type: "SecureString", Value } }));
    } else if (action === "CreateChangeSet") response.writeHead(400).end(REFUSAL);
    else
      response.end(
        action && `<${action}Response><${action}Result>${RESULTS[action] ?? ""}</${action}Result></${action}Response>`,
      );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, sent, close };
}
