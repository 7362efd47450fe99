// Separate from places.schema.ts, so that browsers do not load zod for a form.
export const MAX_PLACE_NAME = 60
