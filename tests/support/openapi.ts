export { requireDocumentedAnswer } from "../../scripts/openapi.ts";
