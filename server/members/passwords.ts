import { hash } from '@node-rs/argon2'

// The library's number for argon2id; its own name for it is a type only.
const ARGON2ID = 2
// What OWASP asks of argon2id at the least: about a hundredth of a second here.
const COST = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)
