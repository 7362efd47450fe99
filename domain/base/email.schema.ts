import { MAX_EMAIL } from '#domain/base/email.ts'
import { line } from '#domain/base/text.ts'

// The length is bounded first, and each part excludes the character that ends it, so that no input causes long backtracking.
export const Email = line(MAX_EMAIL).refine(
  (email) => /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/.test(email),
  'Controlla l’indirizzo e-mail.',
)
