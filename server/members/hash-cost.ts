// The library's number for argon2id; its own name for it is a type only.
const ARGON2ID = 2

// What OWASP asks of argon2id at the least: about a hundredth of a second here.
export const HASH_COST = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
// What its hashes begin with; anything else in its place is no password at all.
export const HASH_MARK = '$argon2id$'
