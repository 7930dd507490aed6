/** Small pictures on buttons. */
const PATHS = {
  new: "M10 4v12M4 10h12",
  undo: "M9 5 4 10l5 5M4 10h8a4 4 0 0 1 0 8h-2",
  hint: "M7 15a6 6 0 1 1 6 0v2H7zM8 19h4",
  flag: "M5 18V3h10l-2.5 3.5L15 10H5",
  share: "M10 12V3M6.5 6 10 2.5 13.5 6M5 9H4v8h12V9h-1",
  now: "m5 5 6 5-6 5zM14 5v10",
  play: "m6 4 9 6-9 6z",
  pause: "M7 4v12M13 4v12",
  swap: "M4 7h11l-3-3M16 13H5l3 3",
  rules:
    "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.6v.2M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16z",
  analysis: "M3 17h14M5 14V9M10 14V4M15 14v-3",
  settings: "M3 6h6M13 6h4M11 4v4M3 14h2M9 14h8M7 12v4",
  close: "m5 5 10 10M15 5 5 15",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
