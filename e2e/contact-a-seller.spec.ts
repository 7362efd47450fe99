import { DEMO_BUYER, DEMO_SELLER, openAsDemoMember } from './accounts.ts'
import { expectBalanceInHeader } from './balance.ts'
import { expect, test } from './fixtures.ts'
import { publish } from './listings.ts'
import { linkInMail } from './mailbox.ts'
import { confirmPayment, expectHeadline } from './requests.ts'

test('two members: publish, contact, pay in VAL, mark paid, mark delivered, review', async ({
  page,
  journey,
  piazza,
  seller,
}) => {
  const listing = await publish(seller, { priceVal: '4', stock: '3' })

  await openAsDemoMember(page, DEMO_BUYER, listing.path)
  await page.getByRole('link', { name: 'Aggiungi al carrello' }).click()
  await page.getByLabel(`Quantità di ${listing.name}`).selectOption('2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Processo di contatto all'offerente")
  await journey.arrived()
  await expect(page.getByRole('main')).toContainText('8 VAL')

  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page).toHaveURL('/shipping')
  await journey.arrived()
  await page.getByRole('textbox', { name: 'Nome e cognome' }).fill('')
  await page.getByRole('textbox', { name: 'Telefono' }).fill('chiamami')
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(page.getByText('Compila questo campo.')).toHaveCount(4)
  await expect(page.getByText('Il telefono ha solo cifre, da 6 a 15.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome e cognome' }).fill('Prova Esempio')
  await page.getByRole('textbox', { name: 'Indirizzo' }).fill('Via dei Portici 3')
  await page.getByRole('textbox', { name: 'Città' }).fill('Pinerolo')
  await page.getByRole('textbox', { name: 'CAP' }).fill('10064')
  await page.getByRole('textbox', { name: 'Telefono' }).fill('000 0001')
  await page.getByRole('button', { name: 'Continua' }).click()

  await expect(page).toHaveURL('/payment')
  await journey.arrived()
  await page.getByRole('button', { name: 'Continua' }).click()
  await page.getByRole('button', { name: 'Trasferisci 8 VAL a Forno del Borgo (demo)' }).click()
  await expect(page.getByText('Trasferimento confermato')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('0x')
  await expectBalanceInHeader(page)
  await journey.arrived()
  await page.getByRole('main').getByRole('link', { name: 'Continua' }).click()

  await expect(page).toHaveURL('/placeorder')
  await journey.arrived()
  await expect(page.getByRole('main')).toContainText('Hai trasferito 8 VAL all’offerente.')
  await page.getByRole('textbox', { name: 'Messaggio per Forno del Borgo (demo)' }).fill('Ne prendo due, grazie.')
  await page.getByRole('button', { name: "Invia richiesta all'offerente" }).click()
  await expect(page).toHaveURL(/\/order\//)
  await journey.arrived()
  await expect(
    page.getByText('Forno del Borgo (demo) ha ricevuto un’e-mail con i tuoi dati di contatto.'),
  ).toBeVisible()
  await expectHeadline(page, 'Hai trasferito 8 VAL')
  await expect(page.getByRole('button', { name: 'Consegnato' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull()

  await page.getByRole('button', { name: 'Vuoi mandare una seconda e-mail?' }).click()
  const secondMail = page.getByRole('form', { name: 'Seconda e-mail' })
  await secondMail.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('Scrivi il tuo messaggio.', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Messaggio per Forno del Borgo (demo)' }).fill('Passo sabato alle dieci.')
  await secondMail.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('L’e-mail è stata inviata.')).toBeVisible()

  const { pathname } = new URL(page.url())
  await linkInMail(piazza.origin, DEMO_SELLER, pathname)
  await seller.goto(pathname)
  await expect(seller.getByText('Trasferimento confermato')).toBeVisible()
  await expect(seller.getByRole('main')).toContainText(DEMO_BUYER)
  await expect(seller.getByRole('main')).toContainText('Ne prendo due, grazie.')
  await expect(seller.getByRole('button', { name: /seconda e-mail/ })).toHaveCount(0)
  await confirmPayment(seller, '8 VAL arrivati')
  await expect(seller.getByRole('button', { name: 'Pagamento ricevuto' })).toHaveCount(0)
  await expect(seller.getByRole('button', { name: 'Ricevuto', exact: true })).toHaveCount(0)
  await seller.goto('/orderlist/seller')
  const received = seller.getByRole('listitem').filter({ has: seller.locator(`a[href="${pathname}"]`) })
  await expect(received).toContainText('Orto della Collina (demo)')
  await expect(received).toContainText('Tocca a te')
  await expect(received.getByRole('link', { name: `Accordati e consegna: ${listing.name}` })).toBeVisible()

  await page.getByRole('button', { name: 'Ricevuto', exact: true }).click()
  await expectHeadline(page, 'Scambio concluso, grazie!')
  await page.getByRole('link', { name: 'Scrivi una recensione' }).click()
  await expect(page).toHaveURL(`${listing.path}#recensioni`)
  await page.getByRole('radio', { name: '5 Eccellente' }).check()
  await page.getByRole('textbox', { name: 'Commento' }).fill('Ancora calda!')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('La tua recensione è pubblicata.')).toBeVisible()
  await expect(page.getByText('Scambio verificato')).toBeVisible()
  await page.goto(pathname)
  await expect(page.getByRole('list', { name: 'Passi della richiesta' })).toContainText('Recensito')
  await expect(page.getByText('Hai pagato Forno del Borgo (demo).')).toBeVisible()
  await expect(page.getByRole('link', { name: /recensione/ })).toHaveCount(0)
  await page.goto('/orderhistory')
  await journey.arrived()
  const sent = page.getByRole('listitem').filter({ has: page.locator(`a[href="${pathname}"]`) })
  await expect(sent).toContainText('8 VAL')
})
