export const MAX_EMAIL = 254
