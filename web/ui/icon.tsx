// SVG paths on a 24 × 24 grid. Icons are decorative: a text or a label always stands beside them.
const SHAPES = {
  menu: 'M4 7h16M4 12h11M4 17h16',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM15 15l5 5',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3 19.5c.4-3.4 2.8-5.2 6-5.2s5.6 1.8 6 5.2M16 11a2.6 2.6 0 1 0-.9-5.05M17.6 14.6c2 .5 3.2 2.1 3.4 4.5',
  basket:
    'M3.5 10h17l-1.7 8.2a1.5 1.5 0 0 1-1.5 1.3H6.7a1.5 1.5 0 0 1-1.5-1.3L3.5 10ZM8 10l3-5.5M16 10l-3-5.5M9.5 13.5v3M14.5 13.5v3',
  person: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM5 20c.5-3.7 3.2-5.7 7-5.7s6.5 2 7 5.7',
  down: 'M6.5 9.5 12 15l5.5-5.5',
  left: 'M14.5 6 8.5 12l6 6',
  right: 'M9.5 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  pause: 'M9 6v12M15 6v12',
  play: 'M8.5 5.5v13l10-6.5-10-6.5Z',
  heart:
    'M12 19.5C7 15.8 4.2 13 4.2 9.6A3.9 3.9 0 0 1 8.1 5.5c1.7 0 3 .9 3.9 2.4.9-1.5 2.2-2.4 3.9-2.4a3.9 3.9 0 0 1 3.9 4.1c0 3.4-2.8 6.2-7.8 9.9Z',
  tag: 'M4 12.5V5.5A1.5 1.5 0 0 1 5.5 4h7l7.5 7.5a1.5 1.5 0 0 1 0 2.1l-6.4 6.4a1.5 1.5 0 0 1-2.1 0L4 12.5ZM8.5 8.5h.01',
  hands:
    'M3 8.5l4-3 5 2 5-2 4 3M3 8.5v7l3 1 4.5 3.5c.8.6 1.8.6 2.6 0L18 16.5l3-1v-7M12 7.5l-3 4c1.5 1.5 3 1.2 4-.5l4.5 4.5',
  calendar:
    'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6ZM4 10.5h16M8.5 3.5v4M15.5 3.5v4M8.5 14.5h2.5',
  gift: 'M4.5 11h15v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-8ZM3.5 7.5h17V11h-17V7.5ZM12 7.5V20M12 7.5C9 7.5 7.5 6.5 7.5 5c0-2.2 3.6-2.3 4.5 2.5.9-4.8 4.5-4.7 4.5-2.5 0 1.5-1.5 2.5-4.5 2.5Z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  out: 'M14 4.5h4A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5h-4M4.5 12h10M11 8l4 4-4 4',
  home: 'M4.5 20V11a7.5 7.5 0 0 1 15 0v9M4.5 20h15M9 20v-6a3 3 0 0 1 6 0v6',
  plus: 'M12 5v14M5 12h14',
  inbox:
    'M4 13.5V6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-4Zm0 0h4.5l1.5 2.5h4l1.5-2.5H20',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11.5H5v8h14v-8h-1',
  flag: 'M6 20.5V4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  pin: 'M12 20.5c4-4.4 6.2-7.5 6.2-10.5a6.2 6.2 0 0 0-12.4 0c0 3 2.2 6.1 6.2 10.5ZM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
} as const

export type IconName = keyof typeof SHAPES

export const Icon = ({ name, size = 22 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={SHAPES[name]} />
  </svg>
)
