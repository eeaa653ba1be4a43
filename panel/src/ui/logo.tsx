/** Parley's logo. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ display: 'block' }}>
      <path
        fill="var(--brand)"
        d="M8 3h16a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6h-9l-7.4 4.6A1 1 0 0 1 6 28.8V24.7A6 6 0 0 1 2 19V9a6 6 0 0 1 6-6Z"
      />
      <path fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" d="M9.5 11.5h13M9.5 17h8" />
    </svg>
  )
}
