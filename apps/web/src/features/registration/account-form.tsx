/**
 * The registration form: four numbered sections with the errors above them. On a wide screen the state of each section stands beside them;
 * a phone shows one part at a time.
 */

import { documentType } from '@mi-portal/contract/values/document-number'
import { IconArrowLeft, IconHeadset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { allRequired, emailUse, useField } from '../../ui/form/fields.tsx'
import { FormPhoto } from '../../ui/form/form-fields.tsx'
import { Spread } from '../../ui/layout/layout.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { SectionList } from '../../ui/section-list.tsx'
import { StepBar } from '../../ui/step-indicator.tsx'
import { legalPdfAddress, legalTextQuery } from '../legal/legal.queries.ts'
import { LegalTextDialog } from '../legal/legal-text-dialog.tsx'
import { NewPasswordFields } from '../people/new-password-fields.tsx'
import { ContactFields, PersonalFields } from '../people/person-fields.tsx'
import { type AccountKit, openNextView, useRechecks, type ViewFlow } from './account.flow.ts'
import { accountForm, sections, views } from './account.rules.ts'
import classes from './account-form.module.css'

interface AccountFormProps {
  kit: AccountKit
  viewFlow: ViewFlow
  document: { label: string; shown: string }
  /** Content above the fields of the first section. */
  notice?: ReactNode
  /** Whether names and birth date come from the civil registry. */
  areNamesVerified: boolean
  onBack(): void
}

export function AccountFormView(props: AccountFormProps) {
  const { kit, viewFlow } = props
  const { current } = viewFlow
  const { form, save } = kit
  const documentTypeId = form.watch('document_type_id')
  useRechecks(form)
  const isLast = current === null || current === views.length - 1
  const view = current === null ? null : views[current]
  const describeSection = (index: 0 | 1 | 2 | 3) => ({
    id: sections[index].id,
    title: sections[index].title,
    number: view ? undefined : index + 1,
    hidden: view ? view.section !== index : false,
  })

  return (
    <div className={classes.layout}>
      <div className={classes.heading}>
        <PageHeading title="Crea tu cuenta" lead={!current && allRequired} />
        {current !== null && (
          <Spread className="mb-4">
            <StepBar noun="Sección" count={views.length} current={current + 1} />
          </Spread>
        )}
      </div>
      <div className={classes.side}>
        {current === null && <Sections form={form} />}
        <p className="flex gap-3 py-0 px-2 type-meta text-muted [&_svg]:flex-none">
          <IconHeadset size={20} stroke={1.75} aria-hidden />
          <span>
            ¿Necesitas ayuda? Llama a servicio al cliente: <PhoneLink number={portal.supportPhone} />
          </span>
        </p>
      </div>
      <ContractForm
        kit={isLast ? kit : { ...kit, submit: (event) => openNextView(event, kit, current, viewFlow) }}
        className={classes.form}
      >
        <NumberedCard {...describeSection(0)}>
          <div className="grid gap-4">
            <div hidden={view?.part === 'names'}>
              <FormPhoto name="file" label="Fotografía" optional />
            </div>
            {view?.part !== 'details' && props.notice}
            <PersonalFields
              part={view?.section === 0 ? view.part : 'all'}
              document={props.document}
              areNamesVerified={props.areNamesVerified}
              oneNameLabel={documentTypeId === documentType.passport && 'Mi pasaporte tiene un solo nombre'}
              withoutPreferredName
            />
          </div>
        </NumberedCard>
        <NumberedCard {...describeSection(1)}>
          <div className="grid gap-4">
            <ContactFields emailHint={emailUse} />
          </div>
        </NumberedCard>
        <NumberedCard {...describeSection(2)}>
          <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desktop:grid-cols-1">
            <NewPasswordFields />
          </div>
        </NumberedCard>
        <NumberedCard {...describeSection(3)}>
          <Terms />
          <Privacy />
        </NumberedCard>
        <div className="flex flex-wrap justify-between gap-3 mt-2">
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
            disabled={save.isPending}
            onClick={() => (current ? viewFlow.open(current - 1) : props.onBack())}
          >
            Volver
          </Button>
          <Button type="submit" className="desktop:min-w-[260px] max-desktop:flex-1" loading={save.isPending}>
            {isLast ? 'REGISTRARME' : 'CONTINUAR'}
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
