import { IconAlertCircleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import classes from './section-list.module.css'

interface FormSection {
  /** The id of the section's heading. */
  id: string
  title: string
  complete: boolean
  /** Number of the section's fields with errors. */
  fieldErrors: number
}

/** The sections of a long form with their state, each with a link to its section. */
export function SectionList({ sections }: { sections: readonly FormSection[] }) {
  return (
    <nav aria-label="Secciones del formulario" className={`portal-card ${classes.list}`}>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className={classes.entry}
              onClick={(event) => {
                event.preventDefault()
                const heading = document.getElementById(section.id)
                heading?.focus({ preventScroll: true })
                heading?.scrollIntoView({ block: 'start' })
              }}
            >
              <SectionIcon section={section} number={index + 1} />
              <span>
                {section.title}
                {section.complete && section.fieldErrors === 0 && (
                  <>
                    {' '}
                    <span className="portal-hidden">(completa)</span>
                  </>
                )}
                {section.fieldErrors > 0 && (
                  <span className={classes.errorCount}>
                    {section.fieldErrors === 1
                      ? '1 dato por corregir'
                      : `${section.fieldErrors} datos por corregir`}
                  </span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function SectionIcon({ section, number }: { section: FormSection; number: number }) {
  if (section.fieldErrors > 0)
    return <IconAlertCircleFilled size={20} className={classes.wrong} aria-hidden />
  if (section.complete) return <IconCircleCheckFilled size={20} className={classes.complete} aria-hidden />
  return (
    <span className={classes.number} aria-hidden>
      {number}
    </span>
  )
}
