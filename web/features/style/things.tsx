import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ItemLine, ItemLines } from '#web/ui/data/item-line.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Price } from '#web/ui/data/price.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { Sums } from '#web/ui/data/sums.tsx'
import table from '#web/ui/data/table.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Receipt } from '#web/ui/layout/receipt.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toQrPath } from '#web/ui/qr-path.ts'
import { EmptyState } from '#web/ui/state/empty-state.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import { Skeleton } from '#web/ui/state/skeleton.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

const FAILED = Promise.reject(new Error('Non è arrivato nulla.'))
// Handled, so that Node does not exit while the page is not shown.
FAILED.catch(() => undefined)
const PLACEHOLDER = '/placeholder/offro-prodotto.svg'

export const LoadingStates = () => (
  <Panel id="attese" title="Attese e vuoti">
    <Spinner label="Un momento…" />
    <Skeleton count={3} />
    <Skeleton shape="field" />
    <Skeleton shape="box" />
    <Loaded data={FAILED} onRetry={() => {}}>
      {() => null}
    </Loaded>
    <EmptyState title="Niente da vedere">Che cosa fare adesso.</EmptyState>
  </Panel>
)

export const Values = () => (
  <Panel id="cifre" title="Prezzi, stelle e pagine">
    <Price val={12.5} euro={10} />
    <Price val={123_456.78} euro={98_765.43} large />
    <Stars rating={0} count={0} />
    <Stars rating={3.5} count={12} />
    <Sums lines={[['Consegna', 'da concordare']]} total={{ val: 12.5, euro: 10 }} />
    <Receipt title="Hai trasferito" amount="12,50 VAL" to="Forno" transactionHash={`0x${'ab'.repeat(32)}`} />
    <QrCode drawing={toQrPath('https://esempio.test')} label="Codice QR di prova" />
    <Pagination page={5} pages={40} pathOf={() => '#cifre'} label="Pagine di prova" />
  </Panel>
)

export const Lists = () => (
  <Panel id="elenchi" title="Elenchi">
    <ItemLines label="Cose">
      <ItemLine name="Pane di grano antico" to="#elenchi" image={undefined} placeholder={PLACEHOLDER}>
        <Price val={3} euro={2.5} />
      </ItemLine>
      <ItemLine name="Non più in vetrina" image={undefined} placeholder={PLACEHOLDER}>
        2 × 3,00 VAL
      </ItemLine>
    </ItemLines>
    <table className={table.table}>
      <caption className="visually-hidden">Righe di prova</caption>
      <thead>
        <tr>
          <th scope="col">Nome</th>
          <th scope="col">Totale</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td data-label="Nome">Prova</td>
          <td data-label="Totale">3,00 VAL</td>
        </tr>
      </tbody>
    </table>
  </Panel>
)

export const Dialogs = () => {
  const [open, setOpen] = useState(false)
  return (
    <Panel id="domande" title="Finestre">
      <Button kind="outlined" onClick={() => setOpen(true)}>
        Apri una domanda
      </Button>
      <Dialog title="Cancellare l’annuncio?" open={open} onClose={() => setOpen(false)}>
        <p>Non si torna indietro.</p>
        <Button kind="danger" onClick={() => setOpen(false)}>
          Cancella
        </Button>
      </Dialog>
    </Panel>
  )
}
