import { Link } from 'react-router'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { MAX_SELLER_DESCRIPTION, MAX_SELLER_LINK, MAX_SELLER_NAME } from '#domain/accounts/members.ts'
import { LogoField } from '#web/features/accounts/profile/logo-field.tsx'
import { useSaveProfile } from '#web/features/accounts/profile/save-profile.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

export const SellerData = ({ member: { _id, sellerName, seller } }: { member: FullMember }) => {
  const save = useSaveProfile()
  return (
    <Panel
      id="offerente"
      title="Dati da offerente"
      lead={
        <>
          È la tua vetrina, che tutti possono vedere. Con un logo e una descrizione compari anche in{' '}
          <Link to="/tutti_noi">Noi Tutti</Link>.
        </>
      }
    >
      <Form
        label="Dati da offerente"
        onSubmit={(data) => save(textsIn(data, 'sellerName', 'sellerLogo', 'sellerDescription', 'sellerLink'))}
        submit="Salva la vetrina"
        busy="Salvo…"
        aside={<Link to={`/seller/${_id}`}>Guarda la tua pagina</Link>}
      >
        <LogoField initial={seller.logo} />
        <Field
          label="Nome da offerente"
          name="sellerName"
          defaultValue={sellerName}
          maxLength={MAX_SELLER_NAME}
          autoComplete="off"
        />
        <TextAreaField
          label="Descrizione"
          name="sellerDescription"
          defaultValue={seller.description}
          maxLength={MAX_SELLER_DESCRIPTION}
          hint="Chi sei, che cosa offri, come lavori."
        />
        <Field
          label="Link"
          name="sellerLink"
          type="url"
          inputMode="url"
          defaultValue={seller.link}
          maxLength={MAX_SELLER_LINK}
          placeholder="https://"
          autoCapitalize="none"
          autoComplete="url"
          hint="Il tuo sito o la tua pagina, sulla tua pagina della piazza."
        />
      </Form>
    </Panel>
  )
}
