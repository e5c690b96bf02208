declare module "dynalite" {
  import type { Server } from "node:http";

  export interface DynaliteOptions {
    /** The folder of the LevelDB store; in memory without one. */
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }

  export default function dynalite(options?: DynaliteOptions): Server;
}
