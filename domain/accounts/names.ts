// How members are named to each other. Must not import zod: browsers load this file.

type Names = { sellerName: string; name: string; username: string }

/** The name of the shop, else the first name, else the username. The column member.shown_name follows the same rule. */
export const shownName = ({ sellerName, name, username }: Names): string =>
  (sellerName === username ? '' : sellerName) || name || username

/** "a Rosa", "ad Anna". */
export const dative = (name: string): string => `${/^[aàá]/i.test(name) ? 'ad' : 'a'} ${name}`

type Named = { name: string; username: string }

/** Names on the site are not unique, usernames are. */
export const nameWithUsername = (name: string, username: string): string =>
  name === username ? name : `${name} (${username})`

/** The name of one person of a list: with the username if somebody else in it has the same name. */
export const nameAmong = ({ name, username }: Named, people: readonly Named[]): string =>
  people.some((other) => other.username !== username && other.name === name) ? nameWithUsername(name, username) : name
