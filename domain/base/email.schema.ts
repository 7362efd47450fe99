import { MAX_EMAIL } from '#domain/base/email.ts'
import { line } from '#domain/base/text.ts'

// The length is bounded first and the pattern has no nested repetition, so no input causes backtracking.
export const Email = line(MAX_EMAIL).refine(
  (email) => /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/.test(email),
  'Controlla l’indirizzo e-mail.',
)
