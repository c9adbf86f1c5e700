/**
 * The registration form: four numbered sections, the errors above them, and the state of each section beside them.
 */

import { zodResolver } from '@hookform/resolvers/zod'
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconArrowLeft, IconHeadset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  Controller,
  FormProvider,
  type UseFormReturn,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { SectionList } from '../../ui/section-list.tsx'
import { legalPdfAddress, legalTextQuery } from '../legal/legal.queries.ts'
import { LegalTextDialog } from '../legal/legal-text-dialog.tsx'
import { NewPasswordFields } from '../people/new-password-fields.tsx'
import { ContactFields, fieldIdPrefix, PersonalFields } from '../people/person-fields.tsx'
import classes from './account-form.module.css'
import {
  type AccountValues,
  accountForm,
  type CleanAccount,
  listFieldErrors,
  sections,
} from './registration.rules.ts'

export type AccountForm = UseFormReturn<AccountValues, unknown, CleanAccount>

/** Creates the form's state in the page, so that it outlives the form while a result is shown in its place. */
export function useAccountForm(values: AccountValues): AccountForm {
  return useForm({ resolver: zodResolver(accountForm), defaultValues: values, shouldFocusError: false })
}

interface AccountFormProps {
  form: AccountForm
  document: { label: string; shown: string }
  photo: File | null
  onPhoto(file: File | null): void
  /** The server's error about the photo. */
  photoError?: string
  /** Increases with every rejected submit. */
  attempt: number
  onInvalid(): void
  /** Content above the fields of the first section. */
  notice?: ReactNode
  /** Whether names and birth date come from the civil registry. */
  areNamesVerified: boolean
  sending: boolean
  onSubmit(values: CleanAccount): void
  onBack(): void
}

export function AccountFormView(props: AccountFormProps) {
  const { form } = props
  const documentTypeId = useWatch({ control: form.control, name: 'document_type_id' })
  const fieldErrors = listFieldErrors(form.formState.errors)
  const photoErrors = props.photoError ? [{ id: `${fieldIdPrefix}file`, message: props.photoError }] : []

  return (
    <FormProvider {...form}>
      <div className={classes.layout}>
        <div className={classes.heading}>
          <PageHeading
            title="Crea tu cuenta"
            lead="Todos los datos son obligatorios, salvo los que dicen (opcional)."
          />
        </div>
        <div className={classes.side}>
          <Sections fieldErrors={fieldErrors} />
          <p className={classes.help}>
            <IconHeadset size={20} stroke={1.75} aria-hidden />
            <span>
              ¿Necesitas ayuda? Llama a servicio al cliente: <PhoneLink number={portal.supportPhone} />
            </span>
          </p>
        </div>
        <form
          noValidate
          className={classes.form}
          onSubmit={form.handleSubmit(props.onSubmit, props.onInvalid)}
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
                label="Fotografía"
                optional
                file={props.photo}
                onChange={props.onPhoto}
                error={props.photoError}
              />
              {props.notice}
              <PersonalFields
                document={props.document}
                areNamesVerified={props.areNamesVerified}
                oneNameLabel={documentTypeId === documentType.passport && 'Mi pasaporte tiene un solo nombre'}
                withoutPreferredName
              />
            </div>
          </NumberedCard>
          <NumberedCard id="datos-de-contacto" number={2} title="Datos de contacto">
            <div className={classes.fields}>
              <ContactFields emailHint="Ahí recibirás la confirmación." />
            </div>
          </NumberedCard>
          <NumberedCard id="datos-de-la-cuenta" number={3} title="Datos de la cuenta">
            <div className={classes.pair}>
              <NewPasswordFields />
            </div>
          </NumberedCard>
          <NumberedCard id="terminos" number={4} title="Términos y condiciones">
            <Terms />
            <Privacy />
          </NumberedCard>
          <div className={classes.buttons}>
            <Button
              variant="subtle"
              leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
              disabled={props.sending}
              onClick={props.onBack}
            >
              Volver
            </Button>
            <Button type="submit" className={classes.send} loading={props.sending}>
              REGISTRARME
            </Button>
          </div>
        </form>
      </div>
    </FormProvider>
  )
}

/** The sections with their state. Only they are rendered with each key. */
function Sections({ fieldErrors }: { fieldErrors: ReturnType<typeof listFieldErrors> }) {
  const values = useWatch<AccountValues>()
  const open = new Set(accountForm.safeParse(values).error?.issues.map(({ path }) => path[0]))
  return (
    <SectionList
      sections={sections.map(({ id, title, fields }) => ({
        id,
        title,
        complete: !fields.some((field) => open.has(field)),
        fieldErrors: fieldErrors.filter(({ field }) => fields.some((own) => own === field)).length,
      }))}
    />
  )
}

function Terms() {
  const { control } = useFormContext<AccountValues>()
  const text = useQuery(legalTextQuery('terms'))
  const [reading, setReading] = useState(false)
  return (
    <Controller
      control={control}
      name="terms_version"
      render={({ field, fieldState }) => (
        <div className={classes.terms}>
          <CheckBox
            id={`${fieldIdPrefix}terms_version`}
            ref={field.ref}
            checked={field.value !== ''}
            disabled={text.data === undefined}
            error={fieldState.error?.message}
            onChange={(accepted) => field.onChange(accepted ? (text.data?.version ?? '') : '')}
          >
            Leí y acepto los{' '}
            <a className="portal-link" href={legalPdfAddress('terms')} target="_blank" rel="noopener">
              términos y condiciones
            </a>{' '}
            (PDF)
          </CheckBox>
          <Button size="sm" variant="subtle" onClick={() => setReading(true)}>
            Leer en pantalla
          </Button>
          {text.isError && <LoadError error={text.error} onRetry={text.refetch} retrying={text.isFetching} />}
          <LegalTextDialog
            kind="terms"
            title="Términos y condiciones"
            statement="Leí y acepto los términos y condiciones"
            opened={reading}
            onClose={() => setReading(false)}
            onAccept={(version) => {
              field.onChange(version)
              setReading(false)
            }}
          />
        </div>
      )}
    />
  )
}

/**
 * The separate checkbox of the privacy notice, which may stay empty: accepting the terms does not cover other uses
 * of the data.
 */
function Privacy() {
  const { control } = useFormContext<AccountValues>()
  const text = useQuery(legalTextQuery('privacy'))
  return (
    <Controller
      control={control}
      name="privacy_version"
      render={({ field, fieldState }) => (
        <div className={classes.privacy}>
          <CheckBox
            id={`${fieldIdPrefix}privacy_version`}
            ref={field.ref}
            checked={field.value !== ''}
            disabled={text.data === undefined}
            error={fieldState.error?.message}
            onChange={(accepted) => field.onChange(accepted ? (text.data?.version ?? '') : '')}
          >
            Leí y acepto el{' '}
            <a className="portal-link" href="/privacidad" target="_blank" rel="noopener">
              aviso de privacidad
            </a>{' '}
            (puedes hacerlo después)
          </CheckBox>
          {text.isError && (
            <p>No pudimos cargar el aviso. Podrás aceptarlo después, en «Mis datos personales».</p>
          )}
        </div>
      )}
    />
  )
}
