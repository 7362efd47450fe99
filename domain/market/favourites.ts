export const MAX_FAVOURITES = 500

export const FAVOURITE_MESSAGES = {
  added: 'Aggiunto ai preferiti.',
  removed: 'Tolto dai preferiti.',
  tooMany: `Hai già ${MAX_FAVOURITES} preferiti: prima togline qualcuno.`,
} as const
