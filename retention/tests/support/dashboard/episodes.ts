import type { DashboardEpisode } from "./server.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Makes up episodes, the first of which has too few listeners to be shown. */
export function createEpisodes(count: number, duration: number): DashboardEpisode[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `4rOoJ6Egrf8K2IrywzwO${ALPHABET[index % 62]}${index % 10}`,
    number: 1_000_700_000_001 + index,
    guid: `urn:example:tides-${index + 1}`,
    title: `Tide ${index + 1}: the “harbour” & its clocks`,
    duration,
    listeners: index === 0 ? [] : computeListeners(duration, index),
  }));
}

/** Listeners who leave evenly, and some of them all at once, at a place of the episode's own. */
function computeListeners(duration: number, index: number): number[] {
  const cliff = duration * (0.2 + ((index * 7) % 60) / 100);
  return Array.from({ length: duration }, (_, second) => {
    const rest = 120 + index - (40 * second) / duration;
    return Math.round(second > cliff ? rest * 0.8 : rest);
  });
}
