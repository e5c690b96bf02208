import { beforeAll, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { FULL_SETTINGS, loadFull, readDashboard, type Template } from "../support/package.ts";

let template: Template;

beforeAll(async () => {
  template = await loadFull();
}, PATIENCE);

it("agrees with CloudFormation's resource schemas with a budget", () => {
  expect(findSchemaViolations(template)).toEqual([]);
});

it("has a dashboard of its region, in valid JSON that refers only to resources of the template", () => {
  expect(template.Resources.Dashboard?.Properties.DashboardName).toHaveProperty(
    ["Fn::Sub"],
    `performance-data-prod-\${AWS::Region}`,
  );
  const { widgets, names } = readDashboard(template.Resources.Dashboard);
  expect(widgets.map(({ type }) => type)).toEqual(expect.arrayContaining(["metric", "alarm"]));
  expect(JSON.stringify(widgets)).toContain("SuccessfulRequestLatency");
  expect(Object.keys(template.Resources)).toEqual(expect.arrayContaining(names));
});

it("has a budget of the service's costs, which warns at 80 % and of too much to come", () => {
  const Subscribers = [{ SubscriptionType: "EMAIL", Address: FULL_SETTINGS.noticeEmail }];
  expect(template.Resources.Budget).toMatchObject({
    Type: "AWS::Budgets::Budget",
    Properties: {
      Budget: {
        BudgetType: "COST",
        TimeUnit: "MONTHLY",
        BudgetLimit: { Amount: 50, Unit: "USD" },
        CostFilters: { TagKeyValue: [{ "Fn::Join": ["$", ["user:service", "performance-data"]] }] },
      },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: "ACTUAL", Threshold: 80 }, Subscribers },
        { Notification: { NotificationType: "FORECASTED", Threshold: 100 }, Subscribers },
      ],
    },
  });
});
