import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { ApiProblem, problemText, type ProblemCode } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'

/** Why a form was rejected. `texts`: specific texts by error code. */
export function ProblemNote(props: { error: unknown; texts?: Partial<Record<ProblemCode, string>> }) {
  const t = useTexts()
  const { error, texts = {} } = props
  if (error == null) return null
  const own = error instanceof ApiProblem ? texts[error.code] : undefined
  return (
    <Alert color="red" icon={<IconAlertCircle size={20} stroke={1.75} aria-hidden />} role="alert">
      {own ?? problemText(t, error)}
    </Alert>
  )
}
