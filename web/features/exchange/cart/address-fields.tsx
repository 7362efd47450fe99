import { type FormEvent, useEffect, useState } from 'react'
import { ZIP_CODE_DIGITS, ZIP_CODE_INVALID, ZIP_CODE_PATTERN } from '#domain/accounts/members.ts'
import { MAX_ADDRESS, MAX_CITY, MAX_FULL_NAME } from '#domain/exchange/orders.ts'
import { readAddress, readMissingFields, storeAddress } from '#web/features/exchange/cart/shipping-address.ts'
import { Field } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import columns from '#web/ui/layout/columns.module.css'

/** The address entered last time, or the name and telephone of the profile once they are read. */
const useKnownAddress = () => {
  const [address, setAddress] = useState(readAddress)
  useEffect(() => {
    let isShown = true
    readMissingFields().then((missing) => isShown && setAddress((known) => ({ ...known, ...missing })))
    return () => {
      isShown = false
    }
  }, [])
  return address
}

// Stored on every change, so that a reload or an expired session loses nothing.
const store = ({ currentTarget: { name, value } }: FormEvent<HTMLInputElement>) => storeAddress({ [name]: value })

export const AddressFields = () => {
  const address = useKnownAddress()
  // The keys replace the fields when values arrive after the first render.
  return (
    <>
      <Field
        key={`name ${address.fullName}`}
        label="Nome e cognome"
        name="fullName"
        defaultValue={address.fullName}
        onInput={store}
        required
        autoComplete="name"
        maxLength={MAX_FULL_NAME}
      />
      <Field
        label="Indirizzo"
        name="address"
        defaultValue={address.address}
        onInput={store}
        required
        autoComplete="street-address"
        maxLength={MAX_ADDRESS}
      />
      <div className={columns.pair}>
        <Field
          label="Città"
          name="city"
          defaultValue={address.city}
          onInput={store}
          required
          autoComplete="address-level2"
          maxLength={MAX_CITY}
        />
        <Field
          label="CAP"
          name="postalCode"
          defaultValue={address.postalCode}
          onInput={store}
          required
          autoComplete="postal-code"
          inputMode="numeric"
          pattern={ZIP_CODE_PATTERN}
          title={ZIP_CODE_INVALID}
          maxLength={ZIP_CODE_DIGITS}
        />
      </div>
      <PhoneField
        key={`phone ${address.phone}`}
        label="Telefono"
        name="phone"
        defaultValue={address.phone}
        onInput={store}
        optional
        autoComplete="tel"
      />
    </>
  )
}
