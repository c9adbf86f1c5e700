/** The account form of staff: the sections of CREATE and EDIT, with the errors above them. */

import type { User } from '@mi-portal/contract/users'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import cardNumber from '../../ui/art/card-number.svg'
import passport from '../../ui/art/passport-example.svg'
import selfie from '../../ui/art/selfie-with-passport-example.svg'
import { Button } from '../../ui/button.tsx'
import { ContractForm, type ContractFormState } from '../../ui/form/contract-form.tsx'
import { fields } from '../../ui/form/fields.tsx'
import { FormPhoto, FormPhotoCard, FormSelect } from '../../ui/form/form-fields.tsx'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { photoHint } from '../../ui/photo-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PassportCountry } from '../people/account-document/passport-country.tsx'
import { NewPasswordFields } from '../people/new-password-fields.tsx'
import { ContactFields, PersonalFields } from '../people/person-fields.tsx'
import { StoredPhoto } from './photos/stored-photo.tsx'
import type { UserValues } from './users.rules.ts'

const pairLook = 'grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desktop:grid-cols-1'

interface UserFormProps<Output> {
  kit: ContractFormState<UserValues, Output>
  /** Address of the present profile photo, until another is chosen. */
  currentPhoto?: string | null
  /** The edited account, whose photos of the document are shown until others are chosen. */
  account?: User
  /** The person's present insurer. */
  storedForecast?: string
  /** Content after the contact data. */
  children: ReactNode
  submit: string
  onBack(): void
}

export function UserFormView<Output>(props: UserFormProps<Output>) {
  const { form, save } = props.kit
  const name = form.watch(['first_name', 'last_name']).filter(Boolean).join(' ')

  return (
    <ContractForm kit={props.kit} className="grid gap-4">
      <NumberedCard id="datos-personales" number={1} title="Datos personales">
        <div className="grid gap-4">
          <FormPhoto
            name="file"
            label="Imagen de perfil"
            optional
            alt={name ? `Imagen de perfil de ${name}` : 'Imagen de perfil'}
            current={props.currentPhoto}
          />
          <DocumentFields />
          <PersonalFields
            storedForecast={props.storedForecast}
            oneNameLabel={form.watch('document_type_id') !== 1 && 'El pasaporte tiene un solo nombre'}
            withoutAgeNotice
          />
          <DocumentPhotoFields account={props.account} />
        </div>
      </NumberedCard>
      <NumberedCard id="datos-de-contacto" number={2} title="Datos de contacto">
        <div className="grid gap-4">
          <ContactFields emailHint="Para los avisos de su cuenta." />
        </div>
      </NumberedCard>
      {props.children}
      <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_120px]">
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
          disabled={save.isPending}
          onClick={props.onBack}
        >
          Volver
        </Button>
        <Button type="submit" loading={save.isPending}>
          {props.submit}
        </Button>
      </div>
    </ContractForm>
  )
}

/** The document of a person and, of a passport, its country. An account that was opened without the country may stay without it. */
export function DocumentFields() {
  const { watch } = useFormContext<UserValues>()
  return (
    <>
      <fields.Document autoComplete="off" clears={['document_country']} />
      {watch('document_type_id') !== 1 && <PassportCountry />}
    </>
  )
}

/** Fields for the front and back of the document, or the two photos of a passport. */
function DocumentPhotoFields({ account }: { account: User | undefined }) {
  const isRun = useFormContext<UserValues>().watch('document_type_id') === 1
  const sides = [
    {
      name: 'file_passport',
      stored: 'image_store_passport',
      label: isRun ? 'Frente del documento' : 'Pasaporte',
      example: isRun ? cardNumber : passport,
      exampleText: isRun
        ? 'Dibujo de una cédula de identidad'
        : 'Dibujo de la página con la fotografía de un pasaporte',
    },
    {
      name: 'file_passport_patient',
      stored: 'image_store_passport_patient',
      label: isRun ? 'Reverso del documento' : 'Persona con su pasaporte',
      example: isRun ? cardNumber : selfie,
      exampleText: isRun
        ? 'Dibujo de una cédula de identidad'
        : 'Dibujo de una persona que muestra su pasaporte',
    },
  ] as const
  return (
    <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desktop:grid-cols-1">
      {sides.map(({ name, stored, ...side }) => (
        <FormPhotoCard
          key={name}
          {...side}
          name={name}
          stored={
            account &&
            account[stored] !== null && <StoredPhoto user={account} kind={name} label={side.label} />
          }
          hint={`Opcional. ${photoHint}`}
        />
      ))}
    </div>
  )
}

/** CREATE: the role of the page, and the terms that the person accepts. */
export function CreateSections({ roleName }: { roleName: string }) {
  return (
    <NumberedCard id="terminos" number={3} title="Términos y condiciones">
      <div className="grid gap-4">
        <div className={pairLook}>
          <TextField label="Rol" value={roleName} disabled readOnly />
        </div>
        <fields.Check name="term">
          La persona leyó y acepta los{' '}
          <a className="portal-link" href="/terminos" target="_blank" rel="noopener">
            términos y condiciones
          </a>
        </fields.Check>
      </div>
    </NumberedCard>
  )
}

const editableStatuses = [
  { id: 1, name: 'Habilitado' },
  { id: 2, name: 'Deshabilitado' },
]

/** EDIT: role, status and an optional new password. */
export function AccountSections(
  props: {
    roleName: string
    hint?: ReactNode
  } & PasswordProps,
) {
  return (
    <NumberedCard id="datos-de-la-cuenta" number={3} title="Datos de la cuenta">
      <div className="grid gap-4">
        {props.hint}
        <div className={pairLook}>
          <TextField label="Rol" value={props.roleName} readOnly />
          <FormSelect
            name="status_data_id"
            label="Estado"
            options={editableStatuses}
            disabled={props.isSelf}
            description={props.isSelf ? 'Nadie deshabilita su propia cuenta.' : undefined}
          />
        </div>
        <OtherPassword {...props} />
      </div>
    </NumberedCard>
  )
}

interface PasswordProps {
  isSelf: boolean
  hasAccount: boolean
  isEmailVerified: boolean
}

/** The temporary password that staff type, or why there is none. */
function OtherPassword({ isSelf, hasAccount, isEmailVerified }: PasswordProps) {
  if (isSelf || !hasAccount)
    return (
      <p className="type-meta text-muted">
        {isSelf
          ? 'Para cambiar tu propia contraseña usa «Cambiar contraseña», en tu menú.'
          : 'Al abrir la cuenta enviamos una contraseña temporal por e-mail.'}
      </p>
    )
  return (
    <div className={pairLook}>
      <NewPasswordFields
        optional
        description={
          isEmailVerified
            ? 'Será temporal: dura 24 horas, y cierra las sesiones abiertas. Su propia contraseña sirve hasta que use esta. Para entrar con ella necesita además un código que llega a su e-mail.'
            : 'No disponible: el e-mail no está verificado. Con «CON. TEMPORAL» enviamos un enlace para verificarlo.'
        }
      />
    </div>
  )
}
