export const PERSON_HINT = 'È scritto sulla sua pagina, vicino a «Paga in VAL».'
