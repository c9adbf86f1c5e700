import { IconAlertCircleFilled, IconCircleCheckFilled } from '@tabler/icons-react'

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
    <nav aria-label="Secciones del formulario" className="portal-card p-3 [&_ol]:plain-list [&_ol]:grid">
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="flex items-start gap-4 py-3 px-4 rounded-md type-meta text-body no-underline hover:bg-soft [&_svg]:flex-none"
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
                  <span>
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
  if (section.fieldErrors > 0) return <IconAlertCircleFilled size={20} className="text-error" aria-hidden />
  if (section.complete) return <IconCircleCheckFilled size={20} className="text-success" aria-hidden />
  return (
    <span className="flex-none w-[20px] font-strong text-center text-muted" aria-hidden>
      {number}
    </span>
  )
}
