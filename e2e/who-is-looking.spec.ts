import { expect, test } from './fixtures.ts'

const signedInAs = (roles: { verified?: boolean; isSeller?: boolean; isAdmin?: boolean }) => ({
  _id: '01a1dd19-6ac6-7e41-9831-b41830232d98',
  username: 'ROSA_DI_PROVA',
  token: 'none',
  verified: false,
  isSeller: false,
  isAdmin: false,
  hasAd: false,
  ...roles,
})

test('a visitor is invited to register or sign in', { tag: '@all' }, async ({ page, journey }) => {
  await journey.visit('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Registrati' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Accedi' })).toBeVisible()
  await expect(header.getByRole('link', { name: /Carrello/ })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Che cos’è Piazza' })).toContainText('100 VAL in dono')
  await expect(page.getByRole('complementary', { name: 'Contributo in VAL' })).toBeVisible()
})

test('a seller sees their menu; signing out removes their cart, checkout and edits, and nothing of others', {
  tag: '@all',
}, async ({ page, consoleErrors }) => {
  await page.goto('/')
  await page.evaluate(
    (user) => {
      localStorage.setItem('userInfo', JSON.stringify(user))
      localStorage.setItem('cartItems', '[]')
      localStorage.setItem('shippingAddress', '{}')
      localStorage.setItem('checkout', '{}')
      for (const id of [user._id, 'altra']) {
        localStorage.setItem(`modificheAnnunci:${id}`, '[]')
        localStorage.setItem(`hashtag:${id}`, '[]')
      }
    },
    signedInAs({ verified: true, isSeller: true }),
  )
  await page.reload()
  const header = page.getByRole('banner')
  await header.getByText('ROSA_DI_PROVA').click()
  for (const name of ['Profilo', 'Annunci', 'Attività richieste ricevute', 'Storico le mie richieste']) {
    await expect(header.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Che cos’è Piazza' })).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Contributo in VAL' })).toBeHidden()
  await expect(header.getByText('Admin')).toBeHidden()
  await expect(header.getByRole('link', { name: 'Accedi' })).toBeHidden()
  await Promise.all([page.waitForURL('**/signin'), header.getByRole('button', { name: 'Esci' }).click()])
  const left = await page.evaluate(() => Object.keys(localStorage).toSorted())
  expect(left).toEqual(['hashtag:01a1dd19-6ac6-7e41-9831-b41830232d98', 'hashtag:altra', 'modificheAnnunci:altra'])
  consoleErrors.length = 0
})

test('an admin sees the admin menu', { tag: '@all' }, async ({ page }) => {
  await page.goto('/')
  await page.evaluate(
    (user) => localStorage.setItem('userInfo', JSON.stringify(user)),
    signedInAs({ verified: true, isSeller: true, isAdmin: true }),
  )
  await page.reload()
  const header = page.getByRole('banner')
  await header.getByText('Admin').click()
  await expect(header.getByRole('link', { name: 'Utenti' })).toBeVisible()
})

test('a menu does not move when the scripts load, and stays open if it was', { tag: '@all' }, async ({ page }) => {
  await page.goto('/')
  await page.evaluate(
    (user) => localStorage.setItem('userInfo', JSON.stringify(user)),
    signedInAs({ verified: true, isSeller: true }),
  )
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const header = page.getByRole('banner')
  const menu = header.locator('.for-members > summary')
  await expect(header.getByText('Admin')).toBeAttached()
  await expect(header.getByText('Admin'), 'the styles are there').toBeHidden()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await menu.click()
  await expect(header.getByRole('link', { name: 'Profilo' })).toBeVisible()
  const before = await menu.boundingBox()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  release()
  await expect(header.getByText('ROSA_DI_PROVA')).toBeVisible()
  expect(await menu.boundingBox()).toEqual(before)
  // Only an open menu gives the keyboard back to its button when it is closed.
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(header.getByRole('link', { name: 'Profilo' })).toBeHidden()
})
