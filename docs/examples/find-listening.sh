#!/usr/bin/env bash
# Prints the reports of listening that an address has sent about an episode in a window, while the window's key is there.
# docs/collecting.md, "A listener asks", says how to use it. AGENT is the User-Agent. LISTENER is the app's own id of the
# listener, if it sends one.
set -eu
export WINDOW GUID ADDRESS AGENT LISTENER="${LISTENER-}" SALT
SALT=$(aws dynamodb get-item --region us-east-1 --table-name performance-data-prod-listens \
  --key '{"partition":{"S":"salts"},"id":{"S":"'$WINDOW'"}}' --query Item.salt.B --output text)
VALUES=$(npx node --input-type=module -e '
  import { composeListen } from "./lib/collector/listen-item.ts";
  import { computeListener } from "./lib/collector/listener.ts";
  const { WINDOW, GUID, ADDRESS, AGENT, LISTENER, SALT } = process.env;
  if (SALT === "None") throw new Error("There is no key of this window: it was deleted, or nobody has listened.");
  const request = { requestContext: { http: { sourceIp: ADDRESS, userAgent: AGENT } } };
  const listener = computeListener(Buffer.from(SALT, "base64"), GUID, LISTENER || undefined, request);
  const { partition, id } = composeListen(WINDOW, GUID, listener, []);
  console.log(JSON.stringify({ ":partition": { S: partition }, ":id": { S: id.replace(/[^#]*$/, "") } }));
')
aws dynamodb query --region us-east-1 --table-name performance-data-prod-listens --expression-attribute-values "$VALUES" \
  --expression-attribute-names '{"#partition":"partition"}' --key-condition-expression '#partition = :partition AND begins_with(id, :id)'
