/** Light by default, because not every SVG viewer supports media queries. */
export const STYLE = `
  text { font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #57606a }
  .paper { fill: #ffffff }
  .title { font-size: 20px; font-weight: 600; fill: #1f2328 }
  .moment { fill: #1f2328 }
  .grid { stroke: #d8dee4 }
  .axis { stroke: #8c959f }
  .area { fill: #0969da; fill-opacity: 0.12 }
  .curve { fill: none; stroke: #0969da; stroke-width: 2; stroke-linejoin: round }
  .gap { stroke-dasharray: 3 3 }
  .average { stroke: #57606a; stroke-dasharray: 6 5 }
  .passage { fill: #cf222e; fill-opacity: 0.14 }
  .guide { stroke: #cf222e }
  .mark { fill: #cf222e }
  .number { font-size: 12px; font-weight: 600; fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 }
    .paper { fill: #0d1117 }
    .title, .moment { fill: #f0f6fc }
    .grid { stroke: #2a313c }
    .axis { stroke: #656c76 }
    .area { fill: #4493f8; fill-opacity: 0.18 }
    .curve { stroke: #4493f8 }
    .average { stroke: #9198a1 }
    .passage { fill: #ff7b72; fill-opacity: 0.2 }
    .guide { stroke: #ff7b72 }
    .mark { fill: #ff7b72 }
    .number { fill: #0d1117 }
  }`;
