/** The form with which an adult gives another adult access to matters of their record, until a date. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import {
  type DelegationDraft,
  delegationDraft,
  delegationMonths,
} from '@mi-portal/contract/family/delegations'
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { useUnsentInput } from '../../../lib/drafts.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { PassportCountryField } from '../../people/account-document/passport-country-field.tsx'
import classes from './delegations.module.css'
import { useGiveAccess } from './delegations.queries.ts'
import { describeMonths, matterChoices } from './delegations.rules.ts'

const list = '/dashboard/mi-grupo-familiar/accesos'

export function GiveAccessPage() {
  const navigate = useNavigate()
  const give = useGiveAccess()
  return (
    <>
      <BackLink to={list}>Volver a los accesos</BackLink>
      <PageHeading
        title="Dar acceso a otra persona"
        lead="La persona debe ser mayor de edad y aceptar con su propia cuenta. Puedes terminar el acceso cuando quieras."
      />
      <GiveAccessForm give={give} />
      {give.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          title="Ofreciste el acceso"
          onClose={() => navigate({ to: list })}
        >
          Si la persona tiene una cuenta en el portal, le avisaremos. El acceso empieza cuando lo acepte.
        </ResultDialog>
      )}
    </>
  )
}

type Input = {
  type: DocumentTypeId
  number: string
  country: string
  matters: readonly DelegableMatter[]
  mayBook: boolean
  months: DelegationDraft['months']
}

type Field = 'document_number' | 'document_country' | 'matters' | 'may_book' | 'months'
const fields: readonly Field[] = ['document_number', 'document_country', 'matters', 'may_book', 'months']

const empty: Input = { type: 1, number: '', country: '', matters: [], mayBook: false, months: 12 }

function toDraft(input: Input): unknown {
  const { type, number, country, matters, mayBook, months } = input
  return {
    document_type_id: type,
    document_number: cleanDocument(type, number),
    ...(country === '' ? {} : { document_country: country }),
    matters,
    may_book: mayBook && matters.includes('appointments'),
    months,
  }
}

function GiveAccessForm({ give }: { give: ReturnType<typeof useGiveAccess> }) {
  const [input, setInput] = useState(empty)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  useUnsentInput(() => !give.isSuccess && (input.number !== '' || input.matters.length > 0))

  function change(changed: Partial<Input>, ...cleared: Field[]) {
    setInput((before) => ({ ...before, ...changed }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !cleared.some((field) => field === name))),
    )
    if (give.isError) give.reset()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (give.isPending) return
    const read = z.safeParse(delegationDraft, toDraft(input))
    if (!read.success) {
      const found: Partial<Record<Field, string>> = {}
      for (const { path, message } of read.error.issues) {
        const field = fields.find((name) => name === path[0])
        if (field) found[field] ??= message
      }
      setErrors(found)
      return
    }
    give.mutate(read.data, {
      onError: (error) => {
        if (!(error instanceof CallError)) return
        const found: Partial<Record<Field, string>> = {}
        for (const field of fields) {
          const message = error.fieldErrorOf(field)
          if (message) found[field] = message
        }
        setErrors(found)
      },
    })
  }

  const toggle = (matter: DelegableMatter, isChosen: boolean) =>
    change(
      {
        matters: isChosen ? [...input.matters, matter] : input.matters.filter((one) => one !== matter),
        ...(matter === 'appointments' && !isChosen ? { mayBook: false } : {}),
      },
      'matters',
      'may_book',
    )

  return (
    <form
      noValidate
      className="portal-card grid gap-4 min-w-0 p-4 max-w-choice"
      aria-label="Dar acceso"
      onSubmit={submit}
    >
      <DocumentField
        type={input.type}
        onTypeChange={(type) =>
          change({ type, number: '', country: '' }, 'document_number', 'document_country')
        }
        number={input.number}
        onNumberChange={(number) => change({ number }, 'document_number')}
        autoComplete="off"
        error={errors.document_number}
      />
      {input.type === 2 && (
        <PassportCountryField
          value={input.country}
          onChange={(country) => change({ country }, 'document_country')}
          error={errors.document_country}
        />
      )}
      <fieldset className={classes.matters} aria-describedby={errors.matters ? 'error-de-temas' : undefined}>
        <legend>Qué podrá ver</legend>
        {matterChoices.map(({ matter, label, hint }) => (
          <div key={matter}>
            <CheckBox
              checked={input.matters.includes(matter)}
              onChange={(isChosen) => toggle(matter, isChosen)}
            >
              {label}. <span className={classes.hint}>{hint}</span>
            </CheckBox>
            {matter === 'appointments' && input.matters.includes('appointments') && (
              <div className="pr-0 pl-8 pt-2 pb-0">
                <CheckBox
                  checked={input.mayBook}
                  error={errors.may_book}
                  onChange={(mayBook) => change({ mayBook }, 'may_book')}
                >
                  También puede reservar, cambiar y cancelar horas por mí
                </CheckBox>
              </div>
            )}
          </div>
        ))}
        {errors.matters && (
          <p id="error-de-temas" className="m-0 type-meta text-error">
            {errors.matters}
          </p>
        )}
      </fieldset>
      <ChoiceCards
        legend="Por cuánto tiempo"
        options={delegationMonths.map((months) => ({ value: months, label: describeMonths(months) }))}
        value={input.months}
        onChange={(months) => change({ months }, 'months')}
        error={errors.months}
      />
      <p className={classes.hint}>
        No verá tus mensajes, tus datos ni tu familia. Verás cada vez que entre, y te avisaremos antes de que
        termine.
      </p>
      {give.isError && Object.keys(errors).length === 0 && <ErrorNotice error={give.error} />}
      <div className="flex flex-wrap gap-2 justify-end max-desktop:*:flex-[1_1_140px]">
        <Button type="submit" loading={give.isPending}>
          DAR ACCESO
        </Button>
      </div>
    </form>
  )
}
