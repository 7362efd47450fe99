import { expect, type Page } from '@playwright/test'
import { linkInMail } from './mailbox.ts'

export const DEMO_PASSWORD = 'piazza-demo'
export const DEMO_ADMIN = 'admin@esempio.test'
export const DEMO_SELLER = 'forno@esempio.test'
export const DEMO_BUYER = 'orto@esempio.test'

/** A new account with invented data, used by one test only. */
export const aStranger = () => {
  const username = `PROVA_${Math.random().toString(36).slice(2, 8).toUpperCase()}`
  return { username, email: `${username.toLowerCase()}@esempio.test`, password: 'una-password-di-prova' }
}

export const registerByApi = async (origin: string, person: ReturnType<typeof aStranger>): Promise<void> => {
  const answer = await fetch(`${origin}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Signs in through the form. */
export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
}

/** Signs in as a demo member and continues to the path. */
export const enter = async (page: Page, email: string, path: string): Promise<void> => {
  await page.goto(`/signin?redirect=${encodeURIComponent(path)}`)
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(path)
}

/** A registered and verified member without listings. */
export const aSeller = async (origin: string): Promise<ReturnType<typeof aStranger>> => {
  const person = aStranger()
  await registerByApi(origin, person)
  const link = await linkInMail(origin, person.email, '/verification/')
  const answer = await fetch(`${origin}/api/users${link}`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return person
}
