import { encode } from 'uqr';
import styles from './security.module.css';

/** Drawn here, since a secret leaves the page to no service. */
export function QrCode({ label, content }: { label: string; content: string }) {
  const { data, size } = encode(content);
  const modules = data.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} fill="currentColor" />
    </svg>
  );
}
