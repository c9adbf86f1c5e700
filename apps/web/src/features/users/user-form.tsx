/** The account form of staff: the sections of CREATE and EDIT, with the errors above them. */
import type { User } from '@mi-portal/contract/users'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Controller, FormProvider, type UseFormReturn, useFormContext } from 'react-hook-form'
import cardNumber from '../../ui/art/card-number.svg'
import passport from '../../ui/art/passport-example.svg'
import selfie from '../../ui/art/selfie-with-passport-example.svg'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DocumentField } from '../../ui/document-field.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { PhotoCard, PhotoField, photoHint } from '../../ui/photo-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NewPasswordFields } from '../people/new-password-fields.tsx'
import { PassportCountryField } from '../people/passport-country-field.tsx'
import { ContactFields, fieldIdPrefix, PersonalFields } from '../people/person-fields.tsx'
import { StoredPhoto } from './photos/stored-photo.tsx'
import classes from './users.module.css'
import { listFieldErrors, type PhotoFiles, type UserValues } from './users.rules.ts'

type UserForm = UseFormReturn<UserValues, unknown, UserValues>
export type PhotoErrors = Partial<Record<keyof PhotoFiles, string>>

interface UserFormProps {
  form: UserForm
  photoFiles: PhotoFiles
  onPhotoFiles(photoFiles: PhotoFiles): void
  photoErrors: PhotoErrors
  /** Address of the present profile photo, until another is chosen. */
  currentPhoto?: string | null
  /** The edited account, whose photos of the document are shown until others are chosen. */
  account?: User
  /** The person's present insurer. */
  storedForecast?: string
  roleName: string
  /** Content after the contact data. */
  children: ReactNode
  attempt: number
  submit: string
  sending: boolean
  onSubmit(): void
  onBack(): void
}

export function UserFormView(props: UserFormProps) {
  const { form, photoFiles } = props
  const photoErrors = photoFields.flatMap((name) => {
    const message = props.photoErrors[name]
    return message ? [{ id: `${fieldIdPrefix}${name}`, message }] : []
  })
  const fieldErrors = listFieldErrors(form.formState.errors)
  const name = form.watch(['first_name', 'last_name']).filter(Boolean).join(' ')

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          props.onSubmit()
        }}
      >
        <ErrorSummary
          attempt={props.attempt}
          errors={[
            ...photoErrors,
            ...fieldErrors.map(({ field, message }) => ({ id: `${fieldIdPrefix}${field}`, message })),
          ]}
        />
        <NumberedCard id="datos-personales" number={1} title="Datos personales">
          <div className={classes.fields}>
            <PhotoField
              id={`${fieldIdPrefix}file`}
              label="Imagen de perfil"
              optional
              alt={name ? `Imagen de perfil de ${name}` : 'Imagen de perfil'}
              current={props.currentPhoto}
              file={photoFiles.file}
              onChange={(file) => props.onPhotoFiles({ ...photoFiles, file })}
              error={props.photoErrors.file}
            />
            <DocumentFields />
            <PersonalFields
              storedForecast={props.storedForecast}
              oneNameLabel={form.watch('document_type_id') !== 1 && 'El pasaporte tiene un solo nombre'}
              withoutAgeNotice
            />
            <DocumentPhotoFields {...props} />
          </div>
        </NumberedCard>
        <NumberedCard id="datos-de-contacto" number={2} title="Datos de contacto">
          <div className={classes.fields}>
            <ContactFields emailHint="Ahí recibirá los avisos de su cuenta." />
          </div>
        </NumberedCard>
        {props.children}
        <div className={classes.buttons}>
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
            disabled={props.sending}
            onClick={props.onBack}
          >
            Volver
          </Button>
          <Button type="submit" loading={props.sending}>
            {props.submit}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

const photoFields = ['file', 'file_passport', 'file_passport_patient'] as const

/** The document of a person and, of a passport, its country. */
export function DocumentFields() {
  return (
    <>
      <Document />
      <Country />
    </>
  )
}

function Document() {
  const { control, watch, setValue, clearErrors, formState } = useFormContext<UserValues>()
  const type = watch('document_type_id')
  return (
    <Controller
      control={control}
      name="document_number"
      render={({ field, fieldState }) => (
        <DocumentField
          type={type}
          onTypeChange={(chosen) => {
            setValue('document_type_id', chosen, { shouldDirty: true })
            setValue('document_country', '', { shouldDirty: true })
            setValue('document_number', '', { shouldDirty: true, shouldValidate: formState.isSubmitted })
            if (!formState.isSubmitted) clearErrors('document_number')
          }}
          number={field.value}
          onNumberChange={field.onChange}
          onNumberBlur={field.onBlur}
          numberRef={field.ref}
          numberId={`${fieldIdPrefix}document_number`}
          autoComplete="off"
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** The country of a passport. An account that was opened without the country may stay without it. */
function Country() {
  const { control, watch } = useFormContext<UserValues>()
  if (watch('document_type_id') === 1) return null
  return (
    <Controller
      control={control}
      name="document_country"
      render={({ field, fieldState }) => (
        <PassportCountryField
          id={`${fieldIdPrefix}document_country`}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** Fields for the front and back of the document, or the two photos of a passport. */
function DocumentPhotoFields({ photoFiles, onPhotoFiles, photoErrors, account }: UserFormProps) {
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
    <div className={classes.sides}>
      {sides.map(({ name, stored, ...side }) => (
        <PhotoCard
          key={name}
          {...side}
          stored={
            account &&
            account[stored] !== null && <StoredPhoto user={account} kind={name} label={side.label} />
          }
          id={`${fieldIdPrefix}${name}`}
          hint={`Opcional. ${photoHint}`}
          file={photoFiles[name]}
          onChange={(file) => onPhotoFiles({ ...photoFiles, [name]: file })}
          error={photoErrors[name]}
        />
      ))}
    </div>
  )
}

/** CREATE: the role of the page, and the terms that the person accepts. */
export function CreateSections({ roleName }: { roleName: string }) {
  const { control } = useFormContext<UserValues>()
  return (
    <NumberedCard id="terminos" number={3} title="Términos y condiciones">
      <div className={classes.fields}>
        <div className={classes.pair}>
          <TextField label="Rol" value={roleName} disabled readOnly />
        </div>
        <Controller
          control={control}
          name="term"
          render={({ field, fieldState }) => (
            <CheckBox
              id={`${fieldIdPrefix}term`}
              ref={field.ref}
              checked={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            >
              La persona leyó y acepta los{' '}
              <a className="portal-link" href="/terminos" target="_blank" rel="noopener">
                términos y condiciones
              </a>
            </CheckBox>
          )}
        />
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
  const { control } = useFormContext<UserValues>()
  return (
    <NumberedCard id="datos-de-la-cuenta" number={3} title="Datos de la cuenta">
      <div className={classes.fields}>
        {props.hint}
        <div className={classes.pair}>
          <TextField label="Rol" value={props.roleName} readOnly />
          <Controller
            control={control}
            name="status_data_id"
            render={({ field, fieldState }) => (
              <SelectField
                id={`${fieldIdPrefix}status_data_id`}
                label="Estado"
                options={editableStatuses}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                ref={field.ref}
                disabled={props.isSelf}
                description={props.isSelf ? 'Nadie deshabilita su propia cuenta.' : undefined}
                error={fieldState.error?.message}
              />
            )}
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
      <p className={classes.hint}>
        {isSelf
          ? 'Para cambiar tu propia contraseña usa «Cambiar contraseña», en tu menú.'
          : 'Al abrir la cuenta enviamos una contraseña temporal por e-mail.'}
      </p>
    )
  return (
    <div className={classes.pair}>
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
