import type { PackageProblem } from '@mi-portal/contract/clinic/administration'
import { Notice } from '../../ui/notice.tsx'

/** Lists the errors of a file or of the package, each with its place and what to do. Shows nothing without errors. */
export function PackageProblems({ title, problems }: { title: string; problems: readonly PackageProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Notice kind="error" title={title}>
      <ul className="m-0 pl-4">
        {problems.map(({ file, line, field, message, remedy }) => (
          <li key={`${file} ${line} ${field} ${message}`}>
            <b>
              {file}, línea {line}
              {field !== '' && `, ${field}`}:
            </b>{' '}
            {message}. {remedy}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
