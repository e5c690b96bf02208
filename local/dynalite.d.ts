declare module "dynalite" {
  import type { Server } from "node:http";

  export interface DynaliteOptions {
    /** Folder of the LevelDB store (default: in memory). */
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
  }

  export default function dynalite(options?: DynaliteOptions): Server;
}
