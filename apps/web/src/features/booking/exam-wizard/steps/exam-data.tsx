import type { BodyPart, BookableExam, ExamSpecialty } from '@mi-portal/contract/booking/exam-catalogue'
import { IconArrowRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { portal } from '../../../../lib/portal-config.ts'
import { Button } from '../../../../ui/button.tsx'
import { ChoiceCards } from '../../../../ui/choice-cards.tsx'
import { Card } from '../../../../ui/layout/layout.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PhoneLink } from '../../../../ui/phone-link.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import {
  chooseExamTypeFirst,
  choosePatientTypeFirst,
  patientTypeMissing,
} from '../../procedures/procedure-data.tsx'
import { applyChoice, type Choices, needsAge } from '../exam-wizard.flow.ts'
import { ListField } from '../list-field.tsx'
import { BodyFigure } from './body-figure.tsx'
import { Indications } from './indications.tsx'

const { paediatric } = portal.ages
const kinds = [
  { value: 'pediatrica', label: 'Pediátrico', hint: `Menor de ${paediatric} años` },
  { value: 'adulto', label: 'Adulto', hint: `${paediatric} años o más` },
] as const
const underEight = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No' },
] as const

interface ExamDataProps {
  choices: Choices
  /** The user and the people they may book for; with a single person there is nothing to choose. */
  people: readonly { id: number; name: string }[]
  /** The first name of a patient who is not the user. */
  patientName: string | undefined
  /** Whether the patient's record answers what depends on the age. */
  isAgeKnown: boolean
  lacksPatient: boolean
  specialties: UseQueryResult<readonly ExamSpecialty[]>
  specialty: ExamSpecialty | null
  exams: UseQueryResult<readonly BookableExam[]>
  exam: BookableExam | null
  /** The exams to choose from. */
  listed: readonly BookableExam[]
  /** The parts of the body to choose from; empty where there is no choice. */
  parts: readonly BodyPart[]
  /** Stores the choices of the address after a change. */
  onChoose(change: (choices: Choices) => Choices): void
  onContinue(): void
}

/** Lets the user choose the exam, from the kind of patient to the indications. Each choice clears the later ones. */
export function ExamData(props: ExamDataProps) {
  const { choices, specialty, exam, exams, specialties, parts, onChoose } = props
  const hasParts = parts.length > 0
  const waitsForPart = hasParts && choices.parte === undefined
  const isAgeAsked = !props.isAgeKnown && !props.lacksPatient
  const missing = missingOf(props)
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,722fr)_minmax(0,372fr)]">
      <Card className="grid grid-cols-1 gap-6" aria-label="Datos del examen">
        {(props.people.length > 1 || props.lacksPatient) && (
          <SelectField
            label="¿Para quién es el examen?"
            options={props.people}
            value={String(choices.paciente ?? '')}
            onChange={(id) => onChoose((before) => ({ ...before, paciente: Number(id) }))}
          />
        )}
        {isAgeAsked && (
          <ChoiceCards
            legend="Tipo de paciente"
            options={kinds}
            value={choices.tipo ?? null}
            onChange={(tipo) => onChoose((before) => applyChoice(before, 'tipo', tipo))}
          />
        )}
        <ListField
          label="Tipo de examen"
          waitsFor={describeMissingForSpecialty(props)}
          query={specialties}
          options={specialties.data?.map(({ code, name }) => ({ id: code, name }))}
          none="No hay exámenes para este tipo de paciente."
          value={specialty?.code ?? ''}
          onChange={(code) => onChoose((before) => applyChoice(before, 'prestacion', code))}
        />
        {hasParts && (
          <BodyFigure
            parts={parts}
            value={choices.parte}
            onChange={(parte) => {
              if (parte !== choices.parte) onChoose((before) => applyChoice(before, 'parte', parte))
            }}
          />
        )}
        <ListField
          label="Examen"
          waitsFor={describeMissingForExam(specialty === null, waitsForPart)}
          query={exams}
          options={exams.data && props.listed.map(({ id, text }) => ({ id, name: text }))}
          none="No hay exámenes de este tipo."
          value={String(exam?.id ?? '')}
          onChange={(id) => onChoose((before) => applyChoice(before, 'examen', Number(id)))}
        />
        {isAgeAsked && needsAge(choices, exam) && (
          <ChoiceCards
            legend={
              props.patientName ? `¿${props.patientName} tiene menos de 8 años?` : '¿Tienes menos de 8 años?'
            }
            options={underEight}
            value={choices.menor ?? null}
            onChange={(menor) => onChoose((before) => applyChoice(before, 'menor', menor))}
          />
        )}
      </Card>
      <div className="grid gap-4">
        {exam && <Indications key={exam.id} examId={exam.id} />}
        <Warnings {...props} />
        <Button
          fullWidth
          disabled={missing !== null}
          aria-describedby="falta-examen"
          rightSection={<IconArrowRight size={18} stroke={2} aria-hidden />}
          onClick={props.onContinue}
        >
          CONTINUAR
        </Button>
        <p id="falta-examen" className="type-meta text-muted">
          {missing}
        </p>
      </div>
    </div>
  )
}

function missingOf(props: Pick<ExamDataProps, 'choices' | 'exam' | 'lacksPatient'>): string | null {
  const { choices, exam } = props
  if (props.lacksPatient) return 'Para continuar, elige para quién es el examen.'
  if (choices.tipo === undefined) return patientTypeMissing
  if (exam === null) return 'Para continuar, elige el examen.'
  if (needsAge(choices, exam) && choices.menor === undefined)
    return 'Para continuar, indica si el paciente tiene menos de 8 años.'
  return null
}

function describeMissingForSpecialty({
  choices,
  lacksPatient,
}: Pick<ExamDataProps, 'choices' | 'lacksPatient'>): string | undefined {
  if (choices.tipo !== undefined) return undefined
  return lacksPatient ? 'Elige primero para quién es el examen.' : choosePatientTypeFirst
}

function describeMissingForExam(noSpecialty: boolean, noPart: boolean): string | undefined {
  if (noSpecialty) return chooseExamTypeFirst
  return noPart ? 'Elige primero la parte del cuerpo.' : undefined
}

/** Shows the warnings of the chosen exam, or of all listed exams while none is chosen. */
function Warnings({ choices, exam, exams }: ExamDataProps): ReactNode {
  const shownExams = exam ? [exam] : (exams.data ?? [])
  return (
    <>
      {choices.menor !== 'no' && shownExams.some(({ under_8_callcenter }) => under_8_callcenter) && (
        <Notice kind="warning">
          <strong>Menores de 8 años:</strong> escáner y resonancia tienen condiciones especiales. Llama al{' '}
          <PhoneLink number={portal.supportPhone} />.
        </Notice>
      )}
      {choices.tipo === 'adulto' && shownExams.some(({ creatinine_70_plus }) => creatinine_70_plus) && (
        <Notice kind="info">
          <strong>70 años o más con contraste:</strong> necesitas un examen de creatinina de no más de 30
          días.
        </Notice>
      )}
    </>
  )
}
