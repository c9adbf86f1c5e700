/**
 * The registration form: four numbered sections, the errors above them, and the state of each section beside them.
 */

import { documentType } from '@mi-portal/contract/values/document-number'
import { IconArrowLeft, IconHeadset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ContractForm, type ContractFormState } from '../../ui/form/contract-form.tsx'
import { useField } from '../../ui/form/fields.tsx'
import { FormPhoto } from '../../ui/form/form-fields.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { SectionList } from '../../ui/section-list.tsx'
import { legalPdfAddress, legalTextQuery } from '../legal/legal.queries.ts'
import { LegalTextDialog } from '../legal/legal-text-dialog.tsx'
import { NewPasswordFields } from '../people/new-password-fields.tsx'
import { ContactFields, PersonalFields } from '../people/person-fields.tsx'
import { type AccountValues, accountForm, type CleanAccount, sections } from './account.rules.ts'
import classes from './account-form.module.css'

export type AccountKit = ContractFormState<AccountValues, CleanAccount>

interface AccountFormProps {
  kit: AccountKit
  document: { label: string; shown: string }
  /** Content above the fields of the first section. */
  notice?: ReactNode
  /** Whether names and birth date come from the civil registry. */
  areNamesVerified: boolean
  onBack(): void
}

export function AccountFormView(props: AccountFormProps) {
  const { form, save } = props.kit
  const documentTypeId = form.watch('document_type_id')

  return (
    <div className={classes.layout}>
      <div className={classes.heading}>
        <PageHeading
          title="Crea tu cuenta"
          lead="Todos los datos son obligatorios, salvo los que dicen (opcional)."
        />
      </div>
      <div className={classes.side}>
        <Sections form={form} />
        <p className="flex gap-3 py-0 px-2 type-meta text-muted [&_svg]:flex-none">
          <IconHeadset size={20} stroke={1.75} aria-hidden />
          <span>
            ¿Necesitas ayuda? Llama a servicio al cliente: <PhoneLink number={portal.supportPhone} />
          </span>
        </p>
      </div>
      <ContractForm kit={props.kit} className={classes.form}>
        <NumberedCard id="datos-personales" number={1} title="Datos personales">
          <div className="grid gap-4">
            <FormPhoto name="file" label="Fotografía" optional />
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
          <div className="grid gap-4">
            <ContactFields emailHint="Ahí recibirás la confirmación." />
          </div>
        </NumberedCard>
        <NumberedCard id="datos-de-la-cuenta" number={3} title="Datos de la cuenta">
          <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desktop:grid-cols-1">
            <NewPasswordFields />
          </div>
        </NumberedCard>
        <NumberedCard id="terminos" number={4} title="Términos y condiciones">
          <Terms />
          <Privacy />
        </NumberedCard>
        <div className="flex flex-wrap justify-between gap-3 mt-2 max-desktop:flex-col-reverse">
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
            disabled={save.isPending}
            onClick={props.onBack}
          >
            Volver
          </Button>
          <Button type="submit" className="min-w-[260px]" loading={save.isPending}>
            REGISTRARME
          </Button>
        </div>
      </ContractForm>
    </div>
  )
}

/** The sections with their state. Only they are rendered with each key. */
function Sections({ form }: { form: AccountKit['form'] }) {
  const values = useWatch({ control: form.control })
  const { errors } = form.formState
  const open = new Set(accountForm.safeParse(values).error?.issues.map(({ path }) => path[0]))
  return (
    <SectionList
      sections={sections.map(({ id, title, fields }) => ({
        id,
        title,
        complete: !fields.some((field) => open.has(field)),
        fieldErrors: fields.filter((field) => errors[field]).length,
      }))}
    />
  )
}

function Terms() {
  const text = useQuery(legalTextQuery('terms'))
  const [reading, setReading] = useState(false)
  const field = useField({ name: 'terms_version' })
  return (
    <div className={classes.terms}>
      <CheckBox
        id={field.id}
        ref={field.ref}
        checked={field.value !== ''}
        disabled={text.data === undefined}
        error={field.error}
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
  )
}

/**
 * The separate checkbox of the privacy notice, which may stay empty: accepting the terms does not cover other uses
 * of the data.
 */
function Privacy() {
  const text = useQuery(legalTextQuery('privacy'))
  const field = useField({ name: 'privacy_version' })
  return (
    <div className="type-meta text-muted">
      <CheckBox
        id={field.id}
        ref={field.ref}
        checked={field.value !== ''}
        disabled={text.data === undefined}
        error={field.error}
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
  )
}
