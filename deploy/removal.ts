import type { Stack } from "@aws-sdk/client-cloudformation";

/** The table of listens and the output with its name (deploy/resources/collector/table.yml). */
const TABLE = "ListensTable";
const OUTPUT = "ListensTableName";

/**
 * Describes the loss of the table of listens, if a deployment or rollback would delete it: the setting `collector` was on,
 * and somebody forgot to pass it, or goes back to a time before it.
 *
 * @param stack as it is; undefined if there is none
 * @param loadIds loads the logical ids of the template that the stack is to get
 * @returns a problem, or none
 */
export async function findRemovalProblem(
  stack: Stack | undefined,
  loadIds: () => Promise<readonly string[]>,
): Promise<string[]> {
  const hasTable = stack?.Outputs?.some(({ OutputKey }) => OutputKey === OUTPUT) ?? false;
  if (!hasTable || (await loadIds()).includes(TABLE)) return [];
  return [
    `the stack ${stack?.StackName} has the collector, and this deployment has not: it would delete the table of listens, with all that is not counted yet. Set collector: "on". To delete the table, add --param removeCollector=true.`,
  ];
}
