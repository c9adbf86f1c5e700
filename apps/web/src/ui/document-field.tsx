/**
 * An identity document: its type as two cards, and a number field whose label, keyboard and formatting depend on
 * the type.
 */
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Ref } from 'react'
import { ChoiceCards } from './choice-cards.tsx'
import { RunField, runHint } from './run-field.tsx'
import { TextField } from './text-field.tsx'

interface DocumentFieldProps {
  type: DocumentTypeId
  /**
   * Called with the new type. The number has to be cleared, because a number formatted for one type would be wrong
   * for the other.
   */
  onTypeChange(type: DocumentTypeId): void
  number: string
  onNumberChange(number: string): void
  onNumberBlur?(): void
  /** The number's input, for a form that focuses fields with errors. */
  numberRef?: Ref<HTMLInputElement>
  error?: string
  /** Id of the number's input, for the links of the error summary. */
  numberId?: string
  /** `off` when the number is not that of the user's own account; `username webauthn` where a passkey signs in too. */
  autoComplete?: 'username' | 'username webauthn' | 'off'
  disabled?: boolean
  /** Whether the two types are one control without a heading. */
  isShort?: boolean
}

const types = [
  { value: 1, label: 'RUT' },
  { value: 2, label: 'Pasaporte' },
] as const

export function DocumentField(props: DocumentFieldProps) {
  const shared = {
    id: props.numberId,
    ref: props.numberRef,
    name: 'document_number',
    value: props.number,
    onBlur: props.onNumberBlur,
    error: props.error,
    disabled: props.disabled,
    autoComplete: props.autoComplete ?? 'username',
  }
  return (
    <div className="grid gap-4">
      <ChoiceCards
        legend="Tipo de documento"
        options={types}
        value={props.type}
        onChange={props.onTypeChange}
        disabled={props.disabled}
        isSegmented={props.isShort}
      />
      {props.type === 1 ? (
        <RunField {...shared} key="run" label="RUT" description={runHint} onChange={props.onNumberChange} />
      ) : (
        <TextField
          {...shared}
          key="passport"
          label="Pasaporte"
          description="Entre 6 y 15 letras o números."
          maxLength={32}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => props.onNumberChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
